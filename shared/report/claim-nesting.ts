import type { Segment } from './claim-segments.ts';

/** What of a piece tells what it belongs to. */
export type Nested = Pick<Segment, 'level' | 'depth' | 'isItem' | 'isLed' | 'joined' | 'line'>;

/**
 * Position of the piece that each one is a part of; undefined for those that belong to the claim itself. The source's
 * depths of lines and the marks of lists decide. Where there are none, a list that a colon leads to ends with the
 * item after "and", and a clause with "wherein" in the same item belongs to that item.
 */
export function parentsOf(pieces: readonly Nested[]): (number | undefined)[] {
  const hasLevels = pieces.some(({ level }) => level > 0);
  const open: { position: number; rank: number }[] = [];
  /** Lists that a colon has opened, by the depth of marks they are at. */
  const led: { depth: number; isEnding: boolean }[] = [];
  return pieces.map((piece, position) => {
    const previous = pieces[position - 1];
    if (previous && !piece.isItem && !piece.isLed && previous.line === piece.line) {
      return itemOf(pieces, position - 1);
    }
    while (led.length > 0 && (led.at(-1)!.isEnding || led.at(-1)!.depth > piece.depth)) led.pop();
    if (previous && piece.isLed && !hasLevels && piece.depth <= previous.depth) {
      led.push({ depth: piece.depth, isEnding: false });
    }
    // What follows the item after "and" belongs to the list around it.
    if (piece.joined && led.length > 0) led.at(-1)!.isEnding = true;
    const rank = piece.level * 100 + piece.depth * 10 + Math.min(led.length, 9);
    while (open.length > 0 && open.at(-1)!.rank >= rank) open.pop();
    const parent = open.at(-1)?.position;
    open.push({ position, rank });
    return parent;
  });
}

/** The item that a piece is in: itself, or the first piece of its item. */
function itemOf(pieces: readonly Nested[], position: number): number {
  let at = position;
  while (at > 0 && !pieces[at]!.isItem && pieces[at - 1]!.line === pieces[at]!.line) at -= 1;
  return at;
}
