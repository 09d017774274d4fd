import { getCreationForm } from './getCreationForm';

export const contractType = { getCreationForm };
