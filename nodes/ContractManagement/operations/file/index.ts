import { resource } from '../shared/operation';
import { upload } from './upload.fields';

export const file = resource('file', [upload]);
