import { downloadOf } from './download';

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const run = downloadOf({ what: 'current version', refusal: () => undefined });
