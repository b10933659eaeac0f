import type { CitedPlace } from '#shared/citations.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

/** A passage of a patent, a sentence or two. Offsets are within its part's text. */
export interface PatentPassage extends CitedPlace {
  text: string;
  start: number;
  end: number;
}

/** Shorter sentences are joined up to this length. */
const passageLength = 320;
/** Longer sentences are cut. Some claims are one sentence of a megabyte. */
const longestSentence = 800;
const sentenceEnd = /[.;!?]\s+|\n+/g;
/** What a full stop after it shortens: no sentence ends there. `FIG. 2`, `U.S. Pat. No. 5,000,000`, `Smith et al.`, `J. Smith`. */
const abbreviation =
  /(?:^|[\s([“"])(?:figs?|nos?|pat|pats|appl|ser|u\.s|pct|et al|e\.g|i\.e|cf|ca|vs|approx|eqs?|refs?|cols?|secs?|dr|mr|prof|inc|ltd|co|corp|jr|st|vol|pp|ed|eds|[A-Z])$/i;
/** Characters of the longest abbreviation, with what stands before it. */
const abbreviationLength = 8;

/** Abstract, claims and description of a patent in passages. */
export function passagesOf({ abstract, claims, paragraphs }: PatentDocument): PatentPassage[] {
  return [
    ...cut({ part: 'abstract', number: null }, abstract),
    ...claims.flatMap(({ number, text }) => cut({ part: 'claim', number }, text)),
    ...paragraphs.flatMap(({ number, text }) => cut({ part: 'paragraph', number }, text)),
  ];
}

function cut(place: CitedPlace, text: string): PatentPassage[] {
  const ends = sentenceEnds(text);
  const passages: PatentPassage[] = [];
  let start = 0;
  for (const [index, end] of ends.entries()) {
    const next = ends[index + 1];
    if (next !== undefined && next - start <= passageLength) continue;
    const piece = text.slice(start, end).trimEnd();
    if (piece) passages.push({ ...place, text: piece, start, end: start + piece.length });
    start = end;
  }
  return passages;
}

const isAbbreviation = (text: string, end: number) =>
  abbreviation.test(text.slice(Math.max(0, end - abbreviationLength), end));

/** Where sentences end, and where long ones are cut: after a comma, else after a word, else anywhere. */
function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  let start = 0;
  const add = (end: number) => {
    while (end - start > longestSentence) {
      const piece = text.slice(start, start + longestSentence);
      const minimum = longestSentence / 2;
      const at = [piece.lastIndexOf(', ') + 2, piece.lastIndexOf(' ') + 1].find(
        (one) => one > minimum,
      );
      start += at ?? (piece.isWellFormed() ? longestSentence : longestSentence - 1);
      ends.push(start);
    }
    ends.push(end);
    start = end;
  };
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    if (!mark.startsWith('.') || !isAbbreviation(text, index)) add(index + mark.length);
  }
  add(text.length);
  return ends;
}
