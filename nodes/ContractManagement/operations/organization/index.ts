import { resource } from '../shared/operation';
import { get } from './get.fields';

export const organization = resource('organization', [get]);
