import { usagePrices } from '#shared/query-costs.ts';
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
  /**
   * Of loading a GB to a cluster, 1.9 million documents of 80 words: seconds of a function, which has half the speed of the
   * machine that was measured, and seconds of the processors of the nodes, with merging. A million rows took a caller 156 seconds,
   * by three times 25,000 of them, and a node 318, while the machine had other work. Copying files to a second node was not measured.
   */
  loadSecondsOfGb: 2 * 156 * 1.92,
  nodeSecondsOfGb: 318 * 1.92,
  /** Training beside reading, and publishing with its quality card, of a million rows. Beyond that they stay the same. */
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

export interface BuildEstimate {
  readonly seconds: number;
  readonly usd: number;
}

/**
 * Estimates the build of an index from its dataset.
 * @param atOnce parts and segments that are worked on at a time
 * @param processors of the nodes of the cluster that will hold the rows; 0 if functions will
 */
export function estimateBuild(sizeBytes: number, atOnce: number, processors = 0): BuildEstimate {
  const { readGb, otherGb, startSeconds, millionRowsBytes } = buildFigures;
  const readSeconds = (bytes: number) => bytes / 1e6 / buildFigures.readMb;
  const isWhole = sizeBytes <= planSizes.wholeBytes;
  const parts = isWhole ? 0 : Math.ceil(sizeBytes / planSizes.partBytes);
  const segments = Math.max(1, Math.ceil(sizeBytes / rangeBytesOf(sizeBytes)));
  const grown = Math.min(1, sizeBytes / millionRowsBytes);

  const plan = readSeconds(sizeBytes);
  const train =
    readSeconds(Math.min(sizeBytes, planSizes.wholeBytes)) + grown * buildFigures.trainSeconds;
  const segmentsAtOnce = Math.min(atOnce, segments);
  const index = (sizeBytes / 1e9) * buildFigures.secondsOfGb;
  const load = processors > 0 ? loadSeconds(sizeBytes, segmentsAtOnce, processors) : 0;
  const publish = grown * buildFigures.publishSeconds;
  const transitions =
    buildFigures.buildTransitions +
    // Segments are built, and then loaded.
    buildFigures.pieceTransitions * (parts + segments * (load > 0 ? 2 : 1));
  return {
    seconds:
      startSeconds +
      plan / Math.min(atOnce, Math.max(1, parts)) +
      train +
      index / segmentsAtOnce +
      load +
      publish,
    usd:
      (plan * readGb + (train + index + load * segmentsAtOnce + publish) * otherGb) *
        usagePrices.lambdaGbSecond +
      (transitions / 1000) * usagePrices.stateTransitionsThousand,
  };
}

/** Functions wait for the cluster, or the cluster for functions. */
const loadSeconds = (sizeBytes: number, atOnce: number, processors: number) =>
  (sizeBytes / 1e9) *
  Math.max(buildFigures.loadSecondsOfGb / atOnce, buildFigures.nodeSecondsOfGb / processors);
