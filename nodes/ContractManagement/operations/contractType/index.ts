import { resource } from '../shared/operation';
import { getCreationForm } from './getCreationForm';

export const contractType = resource('contractType', { getCreationForm });
