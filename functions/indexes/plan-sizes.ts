/** Of a part. The local cloud takes a smaller one for tests, because nobody uploads gigabytes for them. */
const partBytes = Number(process.env.PLAN_PART_BYTES) || 8 * 2 ** 30;

/** Sizes that decide how a dataset is planned and cut into segments. */
export const planSizes = {
  /**
   * Of the largest dataset that the plan step reads alone, and the training step to its end: six minutes at 50 MB a
   * second, the slowest that was measured. A function has fifteen.
   */
  wholeBytes: 2 * partBytes,
  /** Of the parts of a larger one, of which each is read by a function of its own. */
  partBytes,
  /** Of a segment, at least. */
  rangeBytes: Math.min(64 * 2 ** 20, partBytes),
  /** Segments of one build at most: their numbers travel in the state of the workflow, twice (256 KB). */
  maxSegments: 10_000,
};

/** Bytes of a segment of a dataset of this size. */
export const rangeBytesOf = (sizeBytes: number): number =>
  Math.max(planSizes.rangeBytes, Math.ceil(sizeBytes / planSizes.maxSegments));
