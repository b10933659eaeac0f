import type { PatentMark } from '#shared/patent-document.ts';
import { MAX_CELL_BYTES } from '../csv.ts';

const punctuation = /^[,.;:)\]?!”’]/;
const opening = '([“‘';

/**
 * A text that is being built: single spaces, no empty lines, and the marks that stand in it. White space and line breaks are
 * written when more text follows, so that marks begin and end at words.
 */
export class Prose {
  text = '';
  readonly marks: PatentMark[] = [];
  /** Its last character. */
  last = '';
  /** How deep each line is nested. */
  readonly levels: number[] = [];
  /** Of the next line. */
  level = 0;
  /** Whether space stood before the first word. */
  spaceBefore = false;
  /** What separates the next word from the text: `soft` is a space, but not before punctuation. */
  gap: '' | 'soft' | 'space' | 'line' = '';
  readonly #oneLine: boolean;

  /** @param oneLine whether line breaks become spaces, as in a title or the cell of a table */
  constructor(oneLine = false) {
    this.#oneLine = oneLine;
  }

  /** Adds a piece of text as it stands in the source. */
  add(raw: string): void {
    const words = raw.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.space();
    const body = words.trim();
    if (body === '') return;
    this.#begin(body);
    this.text += body;
    this.last = body.at(-1)!;
    if (words.endsWith(' ')) this.space();
  }

  /** Adds a finished text with its marks. @param mark kind and reference of a mark over all of it */
  place(
    { text, marks }: { text: string; marks: readonly PatentMark[] },
    mark?: Omit<PatentMark, 'start' | 'end'>,
  ): void {
    if (text === '') return;
    const start = this.#begin(text);
    // Lines of the text itself, such as rows of a table, are as deep as the first.
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.levels.push(Math.max(0, this.level));
    }
    this.text += text;
    this.last = text.at(-1)!;
    if (mark) this.marks.push({ start, end: this.text.length, ...mark });
    for (const inner of marks) {
      this.marks.push({ ...inner, start: start + inner.start, end: start + inner.end });
    }
  }

  space(): void {
    if (this.text === '') this.spaceBefore = true;
    else if (this.gap !== 'line') this.gap = 'space';
  }

  /** Separates words, but not a word from the punctuation beside it. */
  softSpace(): void {
    if (this.text !== '' && this.gap === '' && !opening.includes(this.last)) this.gap = 'soft';
  }

  breakLine(): void {
    if (this.#oneLine) this.space();
    else if (this.text !== '') this.gap = 'line';
  }

  /** Text beyond the longest cell of a dataset is not needed. */
  get isFull(): boolean {
    return this.text.length > MAX_CELL_BYTES;
  }

  /** Writes what separates the text from its next words. Returns where they begin. */
  #begin(words: string): number {
    const isFirst = this.text === '';
    if (isFirst || this.gap === 'line') this.levels.push(Math.max(0, this.level));
    if (!isFirst) {
      if (this.gap === 'line') this.text += '\n';
      else if (this.gap === 'space' || (this.gap === 'soft' && !punctuation.test(words))) {
        this.text += ' ';
      }
    }
    this.gap = '';
    return this.text.length;
  }
}
