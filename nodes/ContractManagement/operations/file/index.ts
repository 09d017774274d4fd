import { upload } from './upload';

export const file = { upload };
