import { resource } from '../shared/operation';
import { get } from './get';
import { getAll } from './getAll';

export const clause = resource('clause', { getAll, get });
