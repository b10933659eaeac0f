/** A mark that begins an item of a list: `(a)`, `b)`, `iii.`; offsets are those of the mark with the space after it. */
export interface ListMarker {
  start: number;
  end: number;
  /** Lists that the item is in: 1 for `(a)`, 2 for `(i)` below it. */
  depth: number;
}

interface Chain {
  style: string;
  sequence: readonly string[];
  /** Lists that are open around it. */
  around: readonly Chain[];
  members: Omit<ListMarker, 'depth'>[];
}

const sequences = [
  Array.from('abcdefghijklmnopqrstuvwxyz'),
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' '),
  Array.from({ length: 60 }, (_, index) => String(index + 1)),
  Array.from('αβγδεζηθ'),
];

/** Deeper lists are not real. The limit keeps the time linear. */
const deepest = 5;

/** Marks that count upwards, at least two in a list. */
export function listMarkers(text: string, from: number): ListMarker[] {
  const open: Chain[] = [];
  const all: Chain[] = [];
  for (const one of candidates(text, from)) {
    const { mark, style, start, end } = one;
    const at = open.findLastIndex(
      (chain) => chain.style === style && chain.sequence[chain.members.length] === mark,
    );
    if (at >= 0) {
      open[at]!.members.push({ start, end });
      open.splice(at + 1);
      continue;
    }
    const sequence = sequences.find(([first]) => first === mark);
    if (!sequence || open.length >= deepest) continue;
    const chain = { style, sequence, around: [...open], members: [{ start, end }] };
    open.push(chain);
    all.push(chain);
  }
  // Lists of one item are reference signs or mentions of other steps.
  return all
    .filter(isList)
    .flatMap(({ members, around }) => {
      const depth = 1 + around.filter(isList).length;
      return members.map((one) => ({ ...one, depth }));
    })
    .toSorted((a, b) => a.start - b.start);
}

const isList = ({ members }: Chain) => members.length > 1;

const pattern =
  /(?<=^|[\s,;:])(\(?)([a-zα-θ]|[ivx]{1,5}|\d{1,2})(?:(\))\s*(?=[\p{L}\d"[])|(\.)\s+(?=\p{L}))/giu;

interface Candidate {
  mark: string;
  /** Case and brackets, which are the same all over a list. */
  style: string;
  start: number;
  end: number;
}

function candidates(text: string, from: number): Candidate[] {
  const found: Candidate[] = [];
  for (const match of text.slice(from).matchAll(pattern)) {
    const [words, bracket = '', mark = '', close = ''] = match;
    const start = from + match.index;
    const before = text.slice(Math.max(0, start - lookBack), start);
    const isListed =
      /(?:^|\n|[;:])\s*$/.test(before) || /[;,]\s*(?:and|or|and\/or)\s+$/.test(before);
    const isLetter = /\p{L}/u.test(mark);
    // A number in brackets after a noun is a reference sign, and one with a full stop may end a sentence.
    const isMark = isLetter && close ? introduces.test(before) : false;
    if (!isListed && !isMark) continue;
    found.push({
      mark: mark.toLowerCase(),
      style: `${bracket}${close}${isLetter && mark !== mark.toLowerCase() ? 'A' : 'a'}`,
      start,
      end: start + words.length,
    });
  }
  return found;
}

const lookBack = 24;
/** What stands before an item. After other words, `(a)` is a reference sign or names another item. */
const introduces =
  /(?:^|[,;:.\n—–]|\b(?:and|or|of|by|is|are|comprising|comprises|including|includes|having|either|that|which|with|when|where|wherein|following|then|to|each))\s*$/i;
