/** Last path segment of a file's key, as the product shows it. */
export const fileNameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);
