import { resource } from '../shared/operation';
import { get } from './get.fields';
import { getAll } from './getAll.fields';
import { sync } from './sync.fields';
import { update } from './update.fields';

export const counterparty = resource('counterparty', [getAll, get, sync, update]);
