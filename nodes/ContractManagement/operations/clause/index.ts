import { get } from './get';
import { getAll } from './getAll';

export const clause = { getAll, get };
