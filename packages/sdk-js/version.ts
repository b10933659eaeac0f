/** The published version: that of `package.json`. */
export const version = '0.1.0';

/** The version of the API of indexes that this version of the client speaks: part of each address. */
export const apiVersion = 'v1';
