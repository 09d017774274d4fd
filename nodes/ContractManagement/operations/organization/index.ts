import { resource } from '../shared/operation';
import { get } from './get';

export const organization = resource('organization', { get });
