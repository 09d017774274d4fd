/** On every answer of the control plane, so that no other server is taken for a sandbox. */
export const SANDBOX_HEADER = 'x-sandbox';
