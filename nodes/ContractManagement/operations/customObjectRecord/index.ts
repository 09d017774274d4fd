import { resource } from '../shared/operation';
import { getAll } from './getAll.fields';
import { upsert } from './upsert.fields';

export const customObjectRecord = resource('customObjectRecord', [upsert, getAll]);
