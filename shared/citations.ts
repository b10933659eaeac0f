/**
 * The form of citations in an answer of the assistant. Its text contains numbers in brackets, `[1]`. Its
 * last lines explain them: `[1] US-10123456-B2 — "verbatim quote" (claim 3)`. Places are `(title)`,
 * `(abstract)`, `(claim 3)` and `(paragraph 12)`.
 */
export interface Citation {
  number: number;
  ucid: string;
  quote: string;
  place: CitedPlace;
}

export interface CitedPlace {
  part: 'title' | 'abstract' | 'claim' | 'paragraph';
  /** Of the claim or paragraph; null in title and abstract. */
  number: number | null;
}

/** The quote may hold quotation marks itself: it ends at the last one before the place. */
const line =
  /^\s*\[(?<number>\d{1,3})\]\s+(?<ucid>\S+)\s+[—–-]\s+["“](?<quote>.+)["”]\s+\((?:(?<plain>title|abstract)|(?<part>claim|paragraph) (?<at>\d{1,6}))\)\s*$/;

/** Splits an answer into its text and the citations of its last lines, in their order. */
export function splitAnswer(answer: string): { text: string; citations: Citation[] } {
  const lines = answer.trimEnd().split('\n');
  const citations: Citation[] = [];
  while (lines.length > 0) {
    const last = lines.at(-1)!;
    const citation = parseLine(last);
    if (!citation && last.trim() !== '') break;
    if (citation) citations.unshift(citation);
    lines.pop();
  }
  return { text: lines.join('\n').trimEnd(), citations };
}

function parseLine(text: string): Citation | undefined {
  const groups = line.exec(text)?.groups;
  if (!groups) return undefined;
  const part = (groups.plain ?? groups.part) as CitedPlace['part'];
  const at = groups.at === undefined ? null : Number(groups.at);
  return {
    number: Number(groups.number),
    ucid: groups.ucid!,
    quote: groups.quote!,
    place: { part, number: at },
  };
}

/** A line of the list. Line breaks in the quote become spaces. */
export function formatCitation({ number, ucid, quote, place }: Citation): string {
  return `[${number}] ${ucid} — "${quote.replace(/\s+/g, ' ').trim()}" (${describePlace(place)})`;
}

/** A quote for people, with ellipses where it begins or ends within a sentence. A title does not count as a sentence. */
export function withEllipses(quote: string, place: Pick<CitedPlace, 'part'> | null): string {
  if (place?.part === 'title') return quote;
  const before = /^\p{Ll}/u.test(quote) ? '… ' : '';
  const after = /[.!?]["”’)\]]*$/.test(quote) ? '' : ' …';
  return `${before}${quote}${after}`;
}

/** `claim 3` or `abstract`: for machines, and for people where the document is not at hand to name the place by. */
export const describePlace = ({ part, number }: CitedPlace) =>
  number === null ? part : `${part} ${number}`;
