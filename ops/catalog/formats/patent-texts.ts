import { claimReferences } from '#shared/claim-references.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

type Claim = PatentDocument['claims'][number];
type Paragraphs = Pick<PatentDocument, 'paragraphs'>;

/** A claim as a source gives it. `dependsOn` is absent where only the claim's text says it. */
interface RawClaim {
  text: string;
  dependsOn?: number[];
}

/** Numbers claims from 1 on, as every office does. Removes a printed number from the text. */
export function numberedClaims(claims: readonly RawClaim[]): Claim[] {
  return claims
    .map(({ text, dependsOn }, position) => {
      const number = position + 1;
      const bare = text.replace(/^\s*(\d+)\s*[.)]\s*/, (printed, digits) =>
        Number(digits) === number ? '' : printed,
      );
      const marked = dependsOn?.filter((one) => one > 0 && one < number) ?? [];
      return {
        number,
        text: bare.trim(),
        dependsOn: marked.length > 0 ? marked : claimReferences(bare, number),
      };
    })
    .filter(({ text }) => text !== '');
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
export interface RawParagraph {
  heading?: boolean;
  text: string;
  number?: number;
}

/** Joins headings to the paragraphs that follow them. Counts where the source does not number every paragraph. */
export function numberedParagraphs(raw: readonly RawParagraph[]): Paragraphs {
  const texts = raw.filter(({ text }) => text.trim() !== '');
  const own = texts.flatMap(({ heading, number }) => (heading || !number ? [] : number));
  // Numbers that do not rise are no addresses: then paragraphs are counted, and keep what is printed.
  const isNumbered =
    own.length === texts.filter(({ heading }) => !heading).length &&
    own.every((number, place) => number > (own[place - 1] ?? 0));
  const paragraphs: PatentDocument['paragraphs'] = [];
  let headings: string[] = [];
  for (const { heading, text, number } of texts) {
    if (heading) {
      headings.push(text);
      continue;
    }
    paragraphs.push({
      number: isNumbered ? number! : paragraphs.length + 1,
      ...(number && { printed: number }),
      ...(headings.length > 0 && { heading: headings.join('\n') }),
      text,
    });
    headings = [];
  }
  return { paragraphs };
}

/** Splits a description: at printed numbers (`[0012]`) if it has them, else at line breaks. */
export function splitDescription(text: string): Paragraphs {
  const raw: RawParagraph[] = [];
  for (const line of linesOf(text)) {
    const pieces = line.split(/\[(\d{4,5})\]\s*/);
    const before = pieces[0]!.trim();
    if (before) raw.push({ text: before, heading: isHeading(before) });
    for (let place = 1; place < pieces.length; place += 2) {
      raw.push({ number: Number(pieces[place]), text: pieces[place + 1]!.trim() });
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
