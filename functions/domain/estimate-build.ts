import { planSizes, rangeBytesOf } from './plan-sizes.ts';

/** What builds take, as benchmarks measured it. `docs/cost.md` is computed from the same figures. */
export const buildFigures = {
  /** Megabytes that a function reads of the store in a second: the slowest that was measured. */
  readMb: 50,
  /**
   * Seconds in which a function builds the segments of a GB. `npm run bench -- cold --rows 1000000`: a million documents
   * of 80 words, half a GB, in 31 seconds on two cores, of which a function has half the speed.
   */
  secondsOfGb: 2 * 31 * 2,
  /** Training beside reading, and publishing with its quality card, of a million rows. They grow no more beyond. */
  trainSeconds: 20,
  publishSeconds: 60,
  millionRowsBytes: 0.5e9,
  /** Assumed: until the functions and maps of a build have started. */
  startSeconds: 10,
  /** GB of memory of the functions that read, and of the others. */
  readGb: 1769 / 1024,
  otherGb: 3008 / 1024,
  /** State transitions of each part and segment, which is an execution of its own, and of a build besides. */
  pieceTransitions: 2,
  buildTransitions: 12,
} as const;

/** Prices of AWS in us-east-1, in USD. */
export const buildPrices = {
  /** arm64. */
  lambdaGbSecond: 0.0000133334,
  stateTransitionsThousand: 0.025,
} as const;

export interface BuildEstimate {
  readonly seconds: number;
  readonly usd: number;
}

/**
 * Estimates the build of an index from its dataset.
 * @param atOnce parts and segments that are worked on at a time
 * @param place what will hold the rows. Loading segments to a cluster is assumed to take as long as building them
 */
export function estimateBuild(
  sizeBytes: number,
  atOnce: number,
  place: 'functions' | 'cluster' = 'functions',
): BuildEstimate {
  const { readGb, otherGb, startSeconds, millionRowsBytes } = buildFigures;
  const readSeconds = (bytes: number) => bytes / 1e6 / buildFigures.readMb;
  const isWhole = sizeBytes <= planSizes.wholeBytes;
  const parts = isWhole ? 0 : Math.ceil(sizeBytes / planSizes.partBytes);
  const segments = Math.max(1, Math.ceil(sizeBytes / rangeBytesOf(sizeBytes)));
  // Segments are built, and then loaded.
  const passes = place === 'cluster' ? 2 : 1;
  const grown = Math.min(1, sizeBytes / millionRowsBytes);

  const plan = readSeconds(sizeBytes);
  const train =
    readSeconds(Math.min(sizeBytes, planSizes.wholeBytes)) + grown * buildFigures.trainSeconds;
  const index = (sizeBytes / 1e9) * buildFigures.secondsOfGb * passes;
  const publish = grown * buildFigures.publishSeconds;
  const transitions =
    buildFigures.buildTransitions + buildFigures.pieceTransitions * (parts + segments * passes);
  return {
    seconds:
      startSeconds +
      plan / Math.min(atOnce, Math.max(1, parts)) +
      train +
      index / Math.min(atOnce, segments) +
      publish,
    usd:
      (plan * readGb + (train + index + publish) * otherGb) * buildPrices.lambdaGbSecond +
      (transitions / 1000) * buildPrices.stateTransitionsThousand,
  };
}
