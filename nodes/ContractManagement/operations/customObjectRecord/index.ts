import { getAll } from './getAll';
import { upsert } from './upsert';

export const customObjectRecord = { upsert, getAll };
