import { resource } from '../shared/operation';
import { update } from './update.fields';

export const member = resource('member', [update]);
