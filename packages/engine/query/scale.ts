/** How values of a signal become scores: the lowest 0, the highest 1, others in proportion. */
export interface Scale {
  readonly low: number;
  /** Difference to `low` that becomes 1; 1 if all values are equal. */
  readonly range: number;
  /** The same below `low`. */
  readonly below: number;
}

/** A scale from `low` to `high`. */
const between = (low: number, high: number): Scale => {
  const range = high > low ? high - low : 1;
  // The best rows of an index may differ little. Those below them, which only a filter brings up, are compared with the best.
  return { low: Number.isFinite(low) ? low : 0, range, below: Math.max(range, high) };
};

/**
 * The scale that values of many rows would have, of which those of some are known.
 * @param known values of these
 * @param like another signal of these
 * @param all this signal of all of them
 */
export function stretched(known: Scale, like: Scale, all: Scale): Scale {
  const low = known.low - (known.range / like.range) * (like.low - all.low);
  return between(low, known.low + known.range);
}

/** The scale of shares, which are 0 to 1 as they are. */
export const UNSCALED: Scale = { low: 0, range: 1, below: 1 };

/**
 * The scale of some values. Those that are NaN do not count.
 * @param lowest a value that becomes 0 although it is not among them; none of them is lower
 */
export function scaleOf(values: Float64Array, lowest = Number.POSITIVE_INFINITY): Scale {
  let low = lowest;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return between(low, high);
}

/**
 * a + by · b, entry by entry.
 * @param of the scale of `b`, which may be made of other values: then some may be below 0 or above 1. NaN is as good as the lowest
 */
export function plus(a: Float64Array, by: number, b: Float64Array, of = UNSCALED): Float64Array {
  const { low, range, below } = of;
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) {
    const value = b[i]!;
    out[i] = a[i]! + by * ((value - low) / (value < low ? below : range) || 0);
  }
  return out;
}
