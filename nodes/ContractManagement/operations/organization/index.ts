import { get } from './get';

export const organization = { get };
