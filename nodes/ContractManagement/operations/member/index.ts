import { update } from './update';

export const member = { update };
