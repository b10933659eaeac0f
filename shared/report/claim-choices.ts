import { parentsOf } from './claim-nesting.ts';
import type { Draft } from './claim-segments.ts';

/**
 * Joins the items of a list whose last one follows on "or": they are alternatives of the part that leads to them, or
 * of one part of their own.
 */
export function joinChoices(drafts: readonly Draft[]): Draft[] {
  const parents = parentsOf(drafts);
  const joined: (Draft | undefined)[] = [...drafts];
  /** After the last part of the item that begins at a position. */
  const endOf = (position: number, before: number) => {
    let next = position + 1;
    while (next < before && isWithin(parents, next, position)) next += 1;
    return next;
  };
  for (let last = drafts.length - 1; last > 0; last--) {
    if (drafts[last]!.joined !== 'or' || !drafts[last]!.isItem) continue;
    const items = siblingsTo(last, drafts, parents);
    if (items.length < 2) continue;
    const [first = 0] = items;
    const after = endOf(last, drafts.length);
    const group = drafts.slice(first, after);
    const alternatives = items.map((item, index) => ({
      start: drafts[item]!.start,
      end: drafts[(items[index + 1] ?? after) - 1]!.end,
    }));
    const parent = parents[first];
    const leads = parent !== undefined && !drafts[parent]!.isPreamble && drafts[first]!.isLed;
    const owner = leads ? parent : first;
    joined.fill(undefined, first, after);
    joined[owner] = {
      ...(leads ? joined[owner]! : drafts[first]!),
      end: group.at(-1)!.end,
      definitions: [
        ...(leads ? drafts[owner]!.definitions : []),
        ...group.flatMap((one) => one.definitions),
      ],
      alternatives,
    };
    last = first;
  }
  return joined.filter((draft) => draft !== undefined);
}

/** Positions of a list's items up to its last one, ascending. */
function siblingsTo(
  last: number,
  drafts: readonly Draft[],
  parents: readonly (number | undefined)[],
) {
  const items = [last];
  for (let at = last - 1; at >= 0; at--) {
    const draft = drafts[at]!;
    if (draft.isPreamble || at === parents[last]) break;
    if (parents[at] !== parents[last] || draft.depth !== drafts[last]!.depth) {
      if (isWithin(parents, at, parents[last])) continue;
      break;
    }
    if (!draft.isItem) continue;
    items.unshift(at);
    // "A, and B, or C": a list that "and" has ended is another one.
    if (draft.joined === 'and' || draft.isLed) break;
  }
  return items;
}

/** Whether a part belongs to another, at any depth; to the claim, if that is undefined. */
function isWithin(
  parents: readonly (number | undefined)[],
  position: number,
  other: number | undefined,
): boolean {
  let at: number | undefined = parents[position];
  for (let depth = 0; at !== undefined && depth < deepest; depth++) {
    if (at === other) return true;
    at = parents[at];
  }
  return other === undefined;
}

const deepest = 20;
