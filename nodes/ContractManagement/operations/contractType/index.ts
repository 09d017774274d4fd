import { resource } from '../shared/operation';
import { getCreationForm } from './getCreationForm.fields';

export const contractType = resource('contractType', [getCreationForm]);
