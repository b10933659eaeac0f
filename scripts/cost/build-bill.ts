import { planSizes, rangeBytesOf } from '#functions/domain/plan-sizes.ts';
import type { Indexing, Item } from './bill.ts';
import { prices } from './prices.ts';

/** Megabytes that a function reads of the store in a second: the slowest that was measured. */
export const readMb = 50;
/** Training beside reading, and publishing with its quality card: they grow no more beyond a million rows. */
const fixedSeconds = { train: 20, publish: 60 };
/** Each part and segment is an execution of its own: its start, and its task. A build has some states besides. */
const transitions = { piece: 2, build: 12 };
const memoryGb = { plan: 1769 / 1024, other: 3008 / 1024 };

/** What a build takes. */
export interface BuildEstimate {
  readonly minutes: number;
  readonly items: readonly Item[];
}

/** Estimates a build whose parts and segments run so many at a time. */
export function buildEstimate(
  sizeBytes: number,
  atOnce: number,
  { secondsOfGb }: Pick<Indexing, 'secondsOfGb'>,
): BuildEstimate {
  const readSeconds = (bytes: number) => bytes / 1e6 / readMb;
  const planSeconds = readSeconds(sizeBytes);
  const isWhole = sizeBytes <= planSizes.wholeBytes;
  const trainSeconds = readSeconds(Math.min(sizeBytes, planSizes.wholeBytes)) + fixedSeconds.train;
  const segmentSeconds = (sizeBytes / 1e9) * secondsOfGb;
  const spread = isWhole ? 1 : Math.min(atOnce, sizeBytes / planSizes.partBytes);
  const seconds =
    planSeconds / spread + trainSeconds + segmentSeconds / atOnce + fixedSeconds.publish;
  const segments = Math.ceil(sizeBytes / rangeBytesOf(sizeBytes));
  const parts = isWhole ? 0 : Math.ceil(sizeBytes / planSizes.partBytes);
  const thousands = (transitions.build + transitions.piece * (parts + segments)) / 1000;
  const usd = (functionSeconds: number, gb: number) => functionSeconds * gb * prices.lambdaGbSecond;
  return {
    minutes: seconds / 60,
    items: [
      { what: 'Plan', usd: usd(planSeconds, memoryGb.plan) },
      { what: 'Train', usd: usd(trainSeconds, memoryGb.other) },
      { what: 'Segments', usd: usd(segmentSeconds, memoryGb.other) },
      { what: 'Publish', usd: usd(fixedSeconds.publish, memoryGb.other) },
      { what: 'Step Functions', usd: thousands * prices.stateTransitionsThousand },
    ],
  };
}
