/** The folder of a Node 24 installation with `bin/node` and `include/node`, downloaded once into the user's cache. */
export function node24Folder(): Promise<string>;
/** The path of a Node binary of version 24 or later. */
export function node24(): Promise<string>;
