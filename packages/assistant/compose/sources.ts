import { type CitedPlace, formatCitation, withEllipses } from '#shared/citations.ts';
import { withDays } from '#shared/format-day.ts';

const notice = '*Built-in assistant: it quotes what it found and adds no opinion of its own.*';

/** The numbered citations of one answer. */
export class Sources {
  readonly #lines = new Map<string, number>();

  /** Adds a citation unless it exists already, and returns its mark, `[1]`. The quote must be verbatim. */
  cite(ucid: string, { text, place }: Quote): string {
    const line = formatCitation({ number: 0, ucid, quote: text, place });
    const number = this.#lines.get(line) ?? this.#lines.size + 1;
    this.#lines.set(line, number);
    return `[${number}]`;
  }

  /** The whole answer: its paragraphs, with days as people read them, the notice, and the list of citations. */
  close(paragraphs: readonly (string | undefined)[]): string {
    const list = [...this.#lines].map(([line, number]) => line.replace('[0]', `[${number}]`));
    const said = paragraphs.map((text) => text && outsideQuotes(text, withDays));
    return [...said, notice, list.join('\n')].filter(Boolean).join('\n\n');
  }
}

/** Verbatim words of a document, and their place in it. */
export interface Quote {
  text: string;
  place: CitedPlace;
}

/** A quote in quotation marks, with an ellipsis where it was cut. */
export const inMarks = ({ text, place }: Quote): string => `“${withEllipses(text, place)}”`;

/** An answer that says nothing about any document. */
export const unsourced = (...paragraphs: string[]): string => new Sources().close(paragraphs);

/** Changes what stands outside quotation marks: quotes stay verbatim. */
const outsideQuotes = (text: string, change: (part: string) => string) =>
  text
    .split(/(“[^”]*”)/)
    .map((part) => (part.startsWith('“') ? part : change(part)))
    .join('');

/** Untrusted text as plain words, without characters of Markdown or of the list of citations. */
export const plain = (text: string): string =>
  text
    .replace(/[`*_[\]<>|\\#~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** At most so many characters, cut between words. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trimEnd()}…`;
}
