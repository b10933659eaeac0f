import type { PatentDocument } from '#shared/patent-document.ts';

/** A line as it is printed in a grant, as read from its page: with hyphens at its end, and with errors of recognition. */
export interface PrintedText {
  column: number;
  line: number;
  text: string;
}

export type PrintedLine = NonNullable<PatentDocument['printed_lines']>[number];

/** Letters and digits that a line must share with a text at one place, in one piece. */
const gramLength = 8;
/** Pieces that occur more often say nothing of the place. */
const mostPlaces = 24;
/** Candidates of one line: a phrase may be repeated. */
const mostCandidates = 4;
/** Characters by which recognition may lengthen or shorten a line before a shared piece. */
const drift = 4;
/** Lines in a row that may be placed between two placed lines by their lengths. */
const mostBetween = 12;

interface Place {
  part: 'claim' | 'paragraph';
  number: number;
  offset: number;
}

/** The letters and digits of a document in the order of the print, and where each stands. */
interface Stream {
  text: string;
  placeOf(at: number): Place | undefined;
  /** Whether a word begins there. */
  beginsWord(at: number): boolean;
}

/**
 * Where printed lines begin in the texts of a document, in the order of columns and lines. Lines that stand nowhere in it, such as
 * those of the title page and of drawings, are left out.
 */
export function alignLines(
  document: Pick<PatentDocument, 'paragraphs' | 'claims'>,
  lines: readonly PrintedText[],
): PrintedLine[] {
  const stream = streamOf(document);
  const printed = lines.map((line) => ({ ...line, letters: lettersOf(withoutMargin(line.text)) }));
  const grams = gramsIn(stream.text);
  const starts = chain(printed.map(({ letters }) => candidatesOf(letters, grams)));
  between(printed, starts);
  const found: PrintedLine[] = [];
  for (const [index, at] of starts.entries()) {
    if (at === undefined) continue;
    const { column, line, text } = printed[index]!;
    const isBroken = /[-\u00ad]\s*$/.test(printed[index - 1]?.text ?? '');
    const place = stream.placeOf(isBroken || text === '' ? at : nearWord(stream, at));
    if (place)
      found.push({ part: place.part, number: place.number, start: place.offset, column, line });
  }
  return withFirstLines(inOrder(found));
}

/** More lines than a column has. */
const linesPerColumn = 1000;

/**
 * The most lines of which each stands after those before it. Title pages and drawings have columns and lines of their own,
 * which are not columns of the print.
 */
function inOrder(lines: readonly PrintedLine[]): PrintedLine[] {
  interface Link {
    line: PrintedLine;
    key: number;
    before: Link | undefined;
  }
  /** By the length of the chain that ends there: the one that ends earliest in the print. */
  const ends: Link[] = [];
  for (const line of lines) {
    const key = line.column * linesPerColumn + line.line;
    let position = ends.length;
    while (position > 0 && ends[position - 1]!.key >= key) position--;
    ends[position] = { line, key, before: ends[position - 1] };
  }
  const kept: PrintedLine[] = [];
  for (let link = ends.at(-1); link; link = link.before) kept.push(link.line);
  return kept.reverse();
}

/** The numbers of every fifth line stand between the columns, and recognition puts them into the lines. */
const withoutMargin = (text: string) =>
  text.replace(/^\s*[1-6]?[05]\s+(?=\S)/, '').replace(/\s+[1-6]?[05]\s*$/, '');

const isLetter = /[\p{L}\p{N}]/u;
const lettersOf = (text: string) =>
  Array.from(text.toLowerCase())
    .filter((one) => isLetter.test(one))
    .join('');

function streamOf({ paragraphs, claims }: Pick<PatentDocument, 'paragraphs' | 'claims'>): Stream {
  const letters: string[] = [];
  const places: (Place | undefined)[] = [];
  const words: boolean[] = [];
  const add = (text: string, place: ((offset: number) => Place) | undefined) => {
    let isInWord = false;
    for (let offset = 0; offset < text.length; offset++) {
      const character = text[offset]!.toLowerCase();
      const isPart = isLetter.test(character);
      if (isPart) {
        letters.push(character[0]!);
        places.push(place?.(offset));
        words.push(!isInWord);
      }
      isInWord = isPart;
    }
  };
  for (const { number, heading, text } of paragraphs) {
    if (heading) add(heading, undefined);
    add(text, (offset) => ({ part: 'paragraph', number, offset }));
  }
  for (const { number, text } of claims) {
    add(`${number}`, () => ({ part: 'claim', number, offset: 0 }));
    add(text, (offset) => ({ part: 'claim', number, offset }));
  }
  return {
    text: letters.join(''),
    placeOf: (at) => places[at],
    beginsWord: (at) => words[at] === true,
  };
}

function gramsIn(text: string): Map<string, number[]> {
  const grams = new Map<string, number[]>();
  for (let at = 0; at + gramLength <= text.length; at++) {
    const gram = text.slice(at, at + gramLength);
    const found = grams.get(gram);
    if (!found) grams.set(gram, [at]);
    else if (found.length <= mostPlaces) found.push(at);
  }
  return grams;
}

interface Candidate {
  at: number;
  votes: number;
}

/** Places where a line may begin, those that more of its pieces speak for first. */
function candidatesOf(letters: string, grams: ReadonlyMap<string, number[]>): Candidate[] {
  const votes = new Map<number, number>();
  for (let at = 0; at + gramLength <= letters.length; at++) {
    const found = grams.get(letters.slice(at, at + gramLength)) ?? [];
    if (found.length > mostPlaces) continue;
    for (const position of found) votes.set(position - at, (votes.get(position - at) ?? 0) + 1);
  }
  const best: Candidate[] = [];
  const sorted = [...votes].toSorted(([, a], [, b]) => b - a);
  for (const [at, own] of sorted) {
    const near = best.find((one) => Math.abs(one.at - at) <= drift);
    // A wrong letter more or less shifts what follows it: the beginning of the line counts.
    if (near) near.votes += own;
    else if (best.length < mostCandidates) best.push({ at: Math.max(0, at), votes: own });
  }
  return best;
}

/** Of each line the candidate that lets the lines stand in their order with most votes; undefined where none does. */
function chain(lines: readonly (readonly Candidate[])[]): (number | undefined)[] {
  interface Link extends Candidate {
    line: number;
    sum: number;
    before: Link | undefined;
  }
  /** By place ascending, with sums that rise: the best chains so far. */
  const ends: Link[] = [];
  for (const [line, candidates] of lines.entries()) {
    const links = candidates.map((one): Link => {
      const before = ends[firstAtOrAfter(ends, one.at) - 1];
      return { ...one, line, before, sum: (before?.sum ?? 0) + one.votes };
    });
    for (const link of links) {
      const position = firstAtOrAfter(ends, link.at);
      if ((ends[position - 1]?.sum ?? 0) >= link.sum) continue;
      let worse = position;
      while (worse < ends.length && ends[worse]!.sum <= link.sum) worse++;
      ends.splice(position, worse - position, link);
    }
  }
  const starts: (number | undefined)[] = lines.map(() => undefined);
  for (let link = ends.at(-1); link; link = link.before) starts[link.line] = link.at;
  return starts;
}

function firstAtOrAfter(ends: readonly Candidate[], at: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places lines that were read badly by their lengths, between lines that are placed. */
function between(lines: readonly { letters: string }[], starts: (number | undefined)[]): void {
  let last = -1;
  for (let index = 0; index < starts.length; index++) {
    const end = starts[index];
    if (end === undefined) continue;
    const gap = index - last - 1;
    const start = starts[last];
    if (start !== undefined && gap > 0 && gap <= mostBetween) {
      const lengths = lines.slice(last, index).map(({ letters }) => letters.length);
      const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
      // Other lines lie between them that are not of these texts, such as a table.
      const isWhole = Math.abs(whole - (end - start)) <= Math.max(20, whole / 4);
      let sum = 0;
      for (let position = 0; isWhole && position < gap; position++) {
        sum += lengths[position]!;
        starts[last + 1 + position] = Math.round(start + ((end - start) * sum) / whole);
      }
    }
    last = index;
  }
}

/** The beginning of the word that is nearest, within what recognition shifts. */
function nearWord({ beginsWord }: Stream, at: number): number {
  for (let away = 0; away <= drift; away++) {
    if (beginsWord(at + away)) return at + away;
    if (beginsWord(at - away)) return at - away;
  }
  return at;
}

/** A part whose first line was not found begins in the line before the first that was, if that one is near. */
function withFirstLines(lines: readonly PrintedLine[]): PrintedLine[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const isFirst = before?.part !== line.part || before.number !== line.number;
    if (!isFirst || line.start === 0) return [line];
    if (!before) return [{ ...line, start: 0 }];
    const { column, line: number } = before;
    return [{ ...line, start: 0, column, line: number }, line];
  });
}
