/** Limits of S3: up to 10,000 parts of 5 MiB to 5 GiB; the last part may be smaller. */
export const partLimits = { minBytes: 5 * 1024 ** 2, maxBytes: 5 * 1024 ** 3, count: 10_000 };

/** Default part size: large enough for little overhead, small enough to be sent again. */
const defaultPartBytes = 64 * 1024 ** 2;

/** Maximum number of parts of an upload, with a margin below the limit of S3. */
const maxParts = 9500;

/** Size of all parts except the last. Callers can request smaller parts for unreliable connections. */
export const partSizeOf = (fileBytes: number, requestedBytes: number = defaultPartBytes): number =>
  Math.max(requestedBytes, Math.ceil(fileBytes / maxParts));

export const partCountOf = (fileBytes: number, partBytes: number): number =>
  Math.ceil(fileBytes / partBytes);

/** Start offset and size of a part. Parts are numbered from 1. */
export function partRange(fileBytes: number, partBytes: number, number: number) {
  const start = (number - 1) * partBytes;
  return { start, sizeBytes: Math.min(partBytes, fileBytes - start) };
}

/** Part sizes that a caller can request. */
export const requestedPartBytes = { min: partLimits.minBytes, max: defaultPartBytes };
