import { resource } from '../shared/operation';
import { get } from './get';
import { getAll } from './getAll';
import { sync } from './sync';
import { update } from './update';

export const counterparty = resource('counterparty', { getAll, get, sync, update });
