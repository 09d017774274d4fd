import { resource } from '../shared/operation';
import { get } from './get.fields';
import { getAll } from './getAll.fields';

export const clause = resource('clause', [getAll, get]);
