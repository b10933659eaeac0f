import { type KnownWordOf, piecesOf, togetherLikely } from './phrase-likeness.ts';

/** Of a term, others that may stand for it, with how likely they do, 0 to 1, the likeliest first. */
export type LikeTerms = ReadonlyMap<string, readonly (readonly [string, number])[]>;

/** Likeness from which on a term may stand for another one, and what it counts then, of its likeness. */
const likeFrom = 0.7;
const countedShare = 0.5;
/** Terms that may stand for one, at most. */
const mostLike = 3;

/**
 * The terms of a text that may stand for others: `wordLikeness` for all pairs at once.
 * @param wanted terms that are sought
 * @param among terms that a text has
 */
export function likeTerms(
  wanted: readonly string[],
  among: readonly string[],
  knownOf: KnownWordOf,
): LikeTerms {
  const vectors = among.map((term) => knownOf(term)?.vector);
  const pieces = among.map(piecesOf);
  const having = new Map<string, number[]>();
  for (const [at, own] of pieces.entries()) {
    for (const piece of own) {
      const list = having.get(piece);
      if (list) list.push(at);
      else having.set(piece, [at]);
    }
  }
  const shared = new Uint16Array(among.length);
  const like = new Map<string, [string, number][]>();
  for (const term of wanted) {
    shared.fill(0);
    const own = piecesOf(term);
    for (const piece of own) for (const at of having.get(piece) ?? []) shared[at]! += 1;
    const vector = knownOf(term)?.vector;
    const found: [string, number][] = [];
    for (let at = 0; at < among.length; at++) {
      // Forms of a word begin alike; "block" and "lock", "accessible" and "inaccessible" do not.
      const isForm = among[at]!.startsWith(term.slice(0, 2));
      const spelled = isForm ? (2 * shared[at]!) / (own.size + pieces[at]!.size) : 0;
      const likeness = togetherLikely(spelled, vector, vectors[at]);
      if (likeness >= likeFrom && among[at] !== term) found.push([among[at]!, likeness]);
    }
    if (found.length === 0) continue;
    found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    like.set(
      term,
      found
        .slice(0, mostLike)
        .map(([other, likeness]) => [other, Math.round(countedShare * likeness * 1000) / 1000]),
    );
  }
  return like;
}
