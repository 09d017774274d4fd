import { resource } from '../shared/operation';
import { update } from './update';

export const member = resource('member', { update });
