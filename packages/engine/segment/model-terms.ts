import { lazy } from '../file/once.ts';
import { NO_TERM } from './format.ts';

/** Which terms of a segment are which terms of the model. */
export interface ModelTerms {
  /** Model term of each segment term, or NO_TERM. */
  readonly modelTerms: Uint32Array;
  /** Number of a model term in the segment, -1 if it does not occur. */
  readonly numberOf: (modelTerm: number) => number;
}

/** The same of a segment that is opened. */
export interface SegmentTerms extends ModelTerms {
  /** Makes the table of all numbers, without which the first ones are searched for. */
  readonly tabulate: () => void;
}

/** To search for so many numbers takes less time than to make a table of all. */
const SEARCHED = 16;

export function modelTermsOf(modelTerms: Uint32Array): SegmentTerms {
  const numbers = lazy(() => inverse(modelTerms));
  let left = SEARCHED;
  return {
    modelTerms,
    numberOf: (modelTerm) => {
      if (left-- > 0) return modelTerms.indexOf(modelTerm);
      return (numbers()[modelTerm] ?? 0) - 1;
    },
    tabulate: () => {
      left = 0;
      numbers();
    },
  };
}

/** For each model term, 1 + the number of the segment's term, or 0. */
function inverse(modelTerms: Uint32Array): Uint16Array | Uint32Array {
  let size = 0;
  for (const term of modelTerms) if (term !== NO_TERM && term >= size) size = term + 1;
  // Searches look for similar words in all segments: the tables of small ones stay in the caches of a processor.
  const numbers = new (modelTerms.length < 2 ** 16 ? Uint16Array : Uint32Array)(size);
  for (let t = 0; t < modelTerms.length; t++) {
    if (modelTerms[t] !== NO_TERM) numbers[modelTerms[t]!] = t + 1;
  }
  return numbers;
}
