import { get } from './get';

export const customObject = { get };
