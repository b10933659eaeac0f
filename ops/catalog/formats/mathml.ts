import type { XmlElement } from './xml.ts';

/**
 * Elements and attributes of presentation MathML that are kept. A page shows what this file lets through, so nothing that can
 * refer, load or run is among them.
 */
const elements = new Set(
  'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr'.split(
    ' ',
  ),
);
const texts = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);
/** Left out with what is in them: another notation of the same formula. */
const omitted = new Set(['annotation', 'annotation-xml']);
const attributes =
  'accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowalign rowspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  );
const plainValue = /^[\w .%+-]{1,40}$/;

/** Longer or deeper formulas are shown by their image or marker: browsers are slow with them. */
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 100;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `mfenced`, which browsers no longer render, as the parts it stands for. */
interface Fence {
  close: string;
  separators: readonly string[];
  children: number;
}

/** Writes one formula as canonical MathML, while it is scanned. */
export class MathmlWriter {
  #written = '';
  #isTooLong = false;
  #omittedDepth = 0;
  readonly #open: { tag: string; isText: boolean; fence?: Fence }[] = [];

  open(written: string, given: XmlElement['attributes']): void {
    const name = written.replace(/^\w+:/, '');
    if (this.#omittedDepth > 0 || omitted.has(name)) {
      this.#omittedDepth++;
      return;
    }
    this.#separate();
    if (name === 'mfenced') {
      this.#add(`<mrow><mo>${escaped(given.open ?? '(')}</mo>`);
      const separators = [...(given.separators ?? ',').replace(/\s/g, '')];
      this.#open.push({
        tag: 'mrow',
        isText: false,
        fence: { close: given.close ?? ')', separators, children: 0 },
      });
      return;
    }
    const tag = elements.has(name) ? name : '';
    this.#open.push({ tag, isText: texts.has(name) });
    if (tag) this.#add(`<${tag}${tag === 'math' ? '' : kept(given)}>`);
    if (this.#open.length > MAX_DEPTH) this.#isTooLong = true;
  }

  text(text: string): void {
    if (this.#omittedDepth > 0) return;
    const words = text.replace(/\s+/g, ' ');
    if (this.#open.at(-1)?.isText) this.#add(escaped(words));
    else if (words.trim()) this.#add(`<mtext>${escaped(words.trim())}</mtext>`);
  }

  close(): void {
    if (this.#omittedDepth > 0) {
      this.#omittedDepth--;
      return;
    }
    const { tag, fence } = this.#open.pop()!;
    if (fence) this.#add(`<mo>${escaped(fence.close)}</mo>`);
    if (tag) this.#add(`</${tag}>`);
  }

  /** Whether all elements are closed. */
  get isWhole(): boolean {
    return this.#open.length === 0 && this.#omittedDepth === 0;
  }

  /** The formula; undefined if it is empty or too long. */
  get mathml(): string | undefined {
    const hasText = /<m(?:i|n|o|text|s)>[^<]/.test(this.#written.replace(/(<m\w+)[^>]*>/g, '$1>'));
    return this.#isTooLong || !hasText ? undefined : this.#written;
  }

  /** Separates the parts within a fence. */
  #separate(): void {
    const fence = this.#open.at(-1)?.fence;
    if (!fence) return;
    const separator = fence.separators[Math.min(fence.children, fence.separators.length) - 1];
    if (separator !== undefined) this.#add(`<mo>${escaped(separator)}</mo>`);
    fence.children++;
  }

  #add(piece: string): void {
    if (this.#written.length + piece.length > MAX_CHARACTERS) this.#isTooLong = true;
    else this.#written += piece;
  }
}

const kept = (given: XmlElement['attributes']): string =>
  attributes
    .filter((name) => plainValue.test(given[name] ?? ''))
    .map((name) => ` ${name}="${given[name]}"`)
    .join('');
