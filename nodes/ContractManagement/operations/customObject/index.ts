import { resource } from '../shared/operation';
import { get } from './get.fields';

export const customObject = resource('customObject', [get]);
