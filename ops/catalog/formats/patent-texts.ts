import { claimReferences } from '#shared/claim-references.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import {
  claimMarks,
  figureMarks,
  type MarkedText,
  orderedMarks,
  withoutStart,
} from './text-marks.ts';

type Claim = PatentDocument['claims'][number];
type Paragraphs = Pick<PatentDocument, 'paragraphs'>;

/** A claim as a source gives it. `dependsOn` is absent where only the claim's text says it. */
interface RawClaim extends MarkedText {
  /** Printed number, where the source gives it. */
  number?: number;
  dependsOn?: number[];
  levels?: readonly number[];
}

/**
 * Claims with their numbers: those of the source if they rise (some are left out: `1-6. (canceled)`), else from 1 on. Removes
 * a printed number from the text.
 */
export function numberedClaims(claims: readonly RawClaim[]): Claim[] {
  const rise = claims.every(({ number = 0 }, at) => number > (claims[at - 1]?.number ?? 0));
  return claims
    .map(({ text: written, marks: structure, levels, dependsOn, number: given }, position) => {
      const number = rise ? given! : position + 1;
      const { text, marks } = withoutNumber({ text: written, marks: structure }, number);
      const marked = dependsOn?.filter((one) => one > 0 && one < number) ?? [];
      return {
        number,
        text,
        dependsOn: marked.length > 0 ? marked : claimReferences(text, number),
        // A number on a line of its own had a level.
        ...(levels && { levels: levels.slice(levels.length - text.split('\n').length) }),
        ...orderedMarks(marks, claimMarks(text, number), figureMarks(text)),
      };
    })
    .filter(({ text }) => text !== '' && !isDeleted.test(text));
}

/** A claim that a reissue deletes is printed in brackets, and is not a claim of the patent any more. */
const isDeleted = /^\[\[(?:(?!\]\]).)*\]\]\.?$/s;

/** A claim's text without its printed number: `[[3. A kite]]` of a reissue becomes `[[A kite]]`. */
function withoutNumber(claim: MarkedText, number: number): Required<MarkedText> {
  const [all = '', deleted = '', digits] =
    /^\s*(\[\[)?\s*(\d+)\s*(?:\.\)|[.)])\s*/.exec(claim.text) ?? [];
  if (Number(digits) !== number) return withoutStart(claim, 0);
  const { text, marks } = withoutStart(claim, all.length);
  const moved = marks.map((mark) => ({
    ...mark,
    start: mark.start + deleted.length,
    end: mark.end + deleted.length,
  }));
  return { text: deleted + text, marks: moved };
}

/** Splits a text with all claims at their printed numbers, which rise by one. A text without numbers is one claim. */
export function splitClaims(claims: string): Claim[] {
  const text = linesOf(claims).join('\n');
  const starts: number[] = [];
  for (const match of text.matchAll(/(?:^|\n|[.;:] )(\d{1,5}) ?[.)]\s/g)) {
    if (Number(match[1]) === starts.length + 1) {
      starts.push(match.index + match[0].indexOf(match[1]!));
    }
  }
  if (starts.length === 0) starts.push(0);
  const texts = starts.map((start, position) => text.slice(start, starts[position + 1]));
  return numberedClaims(texts.map((claim) => ({ text: tidy(claim) })));
}

/** A paragraph or heading as a source gives it. */
export interface RawParagraph extends MarkedText {
  heading?: boolean;
  /** Number that the publication prints. */
  number?: number;
  /** Stands between paragraphs, as a table may: it becomes lines of the paragraph before it. */
  isDisplay?: boolean;
}

/**
 * Joins headings to the paragraphs that follow them. Printed numbers are the addresses of paragraphs if every paragraph has one
 * and they rise; else paragraphs are counted, and keep what is printed.
 */
export function numberedParagraphs(raw: readonly RawParagraph[]): Paragraphs {
  const texts = withDisplays(raw.filter(({ text }) => text.trim() !== ''));
  const own = texts.flatMap(({ heading, number }) => (heading || !number ? [] : number));
  const isNumbered =
    own.length === texts.filter(({ heading }) => !heading).length &&
    own.every((number, position) => number > (own[position - 1] ?? 0));
  const paragraphs: PatentDocument['paragraphs'] = [];
  let headings: string[] = [];
  const add = ({ text, marks, number }: RawParagraph) => {
    paragraphs.push({
      number: isNumbered && number ? number : paragraphs.length + 1,
      ...(number && { printed: number }),
      ...(headings.length > 0 && { heading: headings.join('\n') }),
      text,
      ...orderedMarks(marks, figureMarks(text)),
    });
    headings = [];
  };
  for (const one of texts) {
    if (one.heading) headings.push(one.text);
    else add(one);
  }
  // Headings with nothing below them.
  if (headings.length > 0) {
    const text = headings.join('\n');
    const last = paragraphs.pop();
    headings = [];
    if (last) paragraphs.push(joined(last, { text }));
    else add({ text });
  }
  return { paragraphs };
}

/** Displays become lines of the paragraph before them, or a paragraph where there is none. */
function withDisplays(raw: readonly RawParagraph[]): RawParagraph[] {
  const texts: RawParagraph[] = [];
  for (const one of raw) {
    const before = texts.at(-1);
    if (one.isDisplay && before && !before.heading) texts[texts.length - 1] = joined(before, one);
    else texts.push(one);
  }
  return texts;
}

/** Two texts on lines of their own as one. */
export function joined<T extends MarkedText>(first: T, second: MarkedText): T {
  const from = first.text.length + 1;
  const moved = (second.marks ?? []).map((mark) => ({
    ...mark,
    start: mark.start + from,
    end: mark.end + from,
  }));
  const marks = [...(first.marks ?? []), ...moved];
  return { ...first, text: `${first.text}\n${second.text}`, ...(marks.length > 0 && { marks }) };
}

/** Splits a description: at printed numbers (`[0012]`) if it has them, else at line breaks. */
export function splitDescription(text: string): Paragraphs {
  const raw: RawParagraph[] = [];
  for (const line of linesOf(text)) {
    const pieces = line.split(/\[(\d{4,5})\]\s*/);
    const before = pieces[0]!.trim();
    if (before) raw.push({ text: before, heading: isHeading(before) });
    for (let position = 1; position < pieces.length; position += 2) {
      raw.push({ number: Number(pieces[position]), text: pieces[position + 1]!.trim() });
    }
  }
  return numberedParagraphs(raw);
}

/** Short and in capitals, as headings are in publications of the USPTO. */
const isHeading = (line: string) =>
  line.length <= 120 && /\p{Lu}{3}/u.test(line) && line === line.toUpperCase();

/** Lines that have words, without superfluous space. */
const linesOf = (text: string) => text.split('\n').map(tidy).filter(Boolean);

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
