import { get } from './get';
import { getAll } from './getAll';
import { sync } from './sync';
import { update } from './update';

export const counterparty = { getAll, get, sync, update };
