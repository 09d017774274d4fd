import { resource } from '../shared/operation';
import { getAll } from './getAll';
import { upsert } from './upsert';

export const customObjectRecord = resource('customObjectRecord', { upsert, getAll });
