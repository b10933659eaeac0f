import type { Segment } from './claim-segments.ts';

/** What of a piece tells what it belongs to. */
export type Nested = Pick<Segment, 'level' | 'depth' | 'isItem' | 'isLed' | 'joined' | 'line'>;

/**
 * Position of the piece that each one is a part of; undefined for those that belong to the claim itself. The source's
 * depths of lines and the marks of lists decide. Where they do not change, a list that a colon leads to ends with the
 * item after "and", and a clause with "wherein" in the same item belongs to that item.
 */
export function parentsOf(pieces: readonly Nested[]): (number | undefined)[] {
  const open: { position: number; rank: number }[] = [];
  /** Lists that a colon has opened at the same depth, which the source does not tell. */
  const led: (Pick<Nested, 'level' | 'depth'> & { isEnding: boolean })[] = [];
  return pieces.map((piece, position) => {
    const previous = pieces[position - 1];
    if (previous && !piece.isItem && !piece.isLed && previous.line === piece.line) {
      const item = itemOf(pieces, position - 1);
      // "wherein the cooler comprises:" leads to a list of its own.
      if (pieces[position + 1]?.isLed)
        open.push({ position, rank: rankOf(piece, led.length) + 0.5 });
      return item;
    }
    while (led.length > 0 && hasEnded(led.at(-1)!, piece)) led.pop();
    if (previous && piece.isLed && piece.level <= previous.level && piece.depth <= previous.depth) {
      led.push({ level: piece.level, depth: piece.depth, isEnding: false });
    }
    // What follows the item after "and" belongs to the list around it.
    if (piece.joined && led.length > 0) led.at(-1)!.isEnding = true;
    const rank = rankOf(piece, led.length);
    while (open.length > 0 && open.at(-1)!.rank >= rank) open.pop();
    const parent = open.at(-1)?.position;
    open.push({ position, rank });
    return parent;
  });
}

const hasEnded = (list: Pick<Nested, 'level' | 'depth'> & { isEnding: boolean }, piece: Nested) =>
  list.isEnding || list.level > piece.level || list.depth > piece.depth;

/** Deeper parts have higher ranks. */
const rankOf = ({ level, depth }: Nested, lists: number) =>
  level * 100 + depth * 10 + Math.min(lists, 9);

/** The item that a piece is in: itself, or the first piece of its item. */
function itemOf(pieces: readonly Nested[], position: number): number {
  let at = position;
  while (at > 0 && !pieces[at]!.isItem && pieces[at - 1]!.line === pieces[at]!.line) at -= 1;
  return at;
}
