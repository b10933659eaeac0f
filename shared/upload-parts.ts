/** What S3 allows: 10,000 parts of 5 MiB (the last may be smaller) to 5 GiB. */
export const partLimits = { minBytes: 5 * 1024 ** 2, maxBytes: 5 * 1024 ** 3, count: 10_000 };

/** Parts of most uploads: large enough that beginning one costs nothing, small enough to send it again. */
const usualBytes = 64 * 1024 ** 2;

/** Parts that an upload is cut into at most; some are left over. */
const mostParts = 9500;

/** Size of the parts of a file, all but the last. Smaller ones than usual can be wanted for bad lines. */
export const partSizeOf = (fileBytes: number, wantedBytes: number = usualBytes): number =>
  Math.max(wantedBytes, Math.ceil(fileBytes / mostParts));

export const partCountOf = (fileBytes: number, partBytes: number): number =>
  Math.ceil(fileBytes / partBytes);

/** Where a part begins and how long it is; parts are numbered from 1. */
export function partRange(fileBytes: number, partBytes: number, number: number) {
  const start = (number - 1) * partBytes;
  return { start, sizeBytes: Math.min(partBytes, fileBytes - start) };
}

export const wantedPartBytes = { min: partLimits.minBytes, max: usualBytes };
