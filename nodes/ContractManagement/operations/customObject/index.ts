import { resource } from '../shared/operation';
import { get } from './get';

export const customObject = resource('customObject', { get });
