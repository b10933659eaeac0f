import {
  ASSOCIATION_WEIGHT,
  FEEDBACK_ROWS,
  FEEDBACK_WEIGHT,
  MAPPED_WEIGHT,
  PAIR_WEIGHT,
  TITLE_WEIGHT,
} from '../ranking-constants.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { highest, valuesAt } from '../top-k.ts';
import { mix, type ScoreParts, type Signal, signal, totalOf } from './mix.ts';
import { plus, type Scale, scaleOf, stretched, UNSCALED } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';
import type { Signals } from './signals.ts';

/** What the best rows of an index decide about the scores of all: the scales of the signals, and the feedback. */
export interface MixScales {
  readonly signals: readonly Scale[];
  readonly centroid: QueryVector | null;
  readonly feedback: Scale;
}

/** What needs no terms of the rows that the best are of. */
export interface PrunedSignals extends Pick<Signals, 'mapped' | 'vectors'> {
  /** See `Candidates.lowest`. */
  readonly lowest: number;
  /** Cosines of the dataset's own vectors, if the query has one. */
  readonly own: Float64Array | undefined;
}

/** All signals but feedback. */
const signalsOf = ({ share, ...found }: Signals): Signal[] => [
  signal('words', 1, plus(found.lexical, PAIR_WEIGHT, found.pairs)),
  signal('meaning', TITLE_WEIGHT * share, found.titleCover),
  signal('meaning', ASSOCIATION_WEIGHT * share, found.association),
  signal('meaning', MAPPED_WEIGHT * share, found.mapped),
  ...(found.own ? [signal('vector', found.own.weight, found.own.cosines)] : []),
];

/**
 * The scales of an index. Signals that need terms are read of the best rows.
 * @param best places of these among those found
 * @param all the rows that are reranked without filters, of which these are the best
 */
export function scaleSignals(
  found: Signals,
  best: Uint32Array,
  all: PrunedSignals,
  weights: SignalWeights,
): MixScales {
  const signals = signalsOf(found).map((one) => ({ ...one, values: valuesAt(one.values, best) }));
  const [words, , association, mapped] = signals.map(({ values }) => values);
  const ofMapped = scaleOf(all.mapped);
  const scales = [
    scaleOf(words!, all.lowest),
    UNSCALED,
    // Over all rows, cosines of associations would lie as much further apart as those of mapped concepts do.
    stretched(scaleOf(association!), scaleOf(mapped!), ofMapped),
    ofMapped,
    ...(all.own ? [scaleOf(all.own)] : []),
  ];
  const feedbackOf = (total: Float64Array) => {
    const first = highest(total, FEEDBACK_ROWS);
    // The score-weighted centroid of the best rows (Rocchio 1971).
    return found.vectors.centroid(valuesAt(best, first), (i) => total[first[i]!]! ** 2);
  };
  // Without words, the vector alone ranks.
  const centroid = found.own?.isAlone ? null : feedbackOf(totalOf(mix(signals, weights, scales)));
  return { signals: scales, centroid, feedback: scaleOf(all.vectors.nearness(centroid)) };
}

/** The parts of candidates' scores on the scales of their index. */
export function mixSignals(found: Signals, weights: SignalWeights, scales: MixScales): ScoreParts {
  const { signals, centroid, feedback } = scales;
  const near = signal('meaning', FEEDBACK_WEIGHT * found.share, found.vectors.nearness(centroid));
  return mix([near], weights, [feedback], mix(signalsOf(found), weights, signals));
}
