/**
 * Adjacent terms that have a concept vector of their own, because "boundary layer" means more than
 * "boundary" and "layer". Pairs are numbered after the terms: pair i is unit `terms + i`.
 */
export interface PairTable {
  /** Start of the pairs of each first term; terms + 1 entries. */
  readonly starts: Uint32Array;
  /** Second terms, ascending for each first term. */
  readonly seconds: Uint32Array;
}
