import { createHash } from 'node:crypto';

/** Id of the source of a dataset. It has one at most, so the id follows from the file. */
export const sourceIdOf = (fileKey: string) =>
  `src_${createHash('sha256').update(fileKey).digest('hex').slice(0, 20)}`;
