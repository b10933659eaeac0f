import { SaxesParser } from 'saxes';
import { MAX_CELL_BYTES } from '../csv.ts';
import { exponentMark } from './exponent.ts';

/** An element with its content, as far as the rules keep it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Rules for elements that are not kept unchanged. */
export interface XmlRules {
  /** Elements whose whole content becomes one text. */
  readonly prose?: ReadonlySet<string>;
  /** Elements of prose that form lines. */
  readonly blocks?: ReadonlySet<string>;
  /** Elements of prose that are followed by a space: cells, line breaks. */
  readonly spaced?: ReadonlySet<string>;
  /** Elements of prose that are written above the line: after a number they are its exponent. */
  readonly raised?: ReadonlySet<string>;
  /** Elements of prose that are kept as children, without their text, beside being part of it. */
  readonly noted?: ReadonlySet<string>;
  /** Elements that are dropped with their content. */
  readonly omitted?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

const PIECE_BYTES = 64 << 10;
/** Far beyond publishers' documents. Protects against documents made to exhaust memory. */
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 100_000;

/**
 * Parses one document strictly. Only the five predefined and numeric entities are decoded. A document type
 * is ignored, so nothing is fetched or expanded.
 * @throws Error if it is not well-formed (with line and column) or exceeds a limit
 */
export function parseXml(xml: Uint8Array, rules: XmlRules = {}): XmlElement {
  const { prose = none, blocks = none, spaced = none, raised = none } = rules;
  const { noted = none, omitted = none } = rules;
  const parser = new SaxesParser();
  const open: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  let current = open[0]!;
  /** Nesting depth within an omitted element, and within an element of prose. */
  let omittedDepth = 0;
  let proseDepth = 0;
  let lines: string[] = [];
  let line = '';
  let proseLength = 0;
  let isRaised = false;
  const take = (text: string) => {
    if (omittedDepth > 0) return;
    if (isRaised) line += exponentMark(line, text);
    isRaised = false;
    if (proseDepth > 0) line += line.length > MAX_CELL_BYTES ? '' : text;
    else current.text += text;
  };
  const endLine = () => {
    const tidied = line.replace(/\s+/g, ' ').trim();
    line = '';
    // Text beyond the maximum cell size is not needed.
    if (tidied === '' || proseLength > MAX_CELL_BYTES) return;
    lines.push(tidied);
    proseLength += tidied.length;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  let kept = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length + proseDepth + omittedDepth > MAX_DEPTH) {
      throw new Error(`elements are nested more than ${MAX_DEPTH} levels deep`);
    }
    if (omittedDepth > 0 || omitted.has(name)) {
      omittedDepth++;
      if (proseDepth > 0) line += ' ';
    } else if (proseDepth > 0) {
      proseDepth++;
      if (blocks.has(name)) endLine();
      isRaised ||= raised.has(name);
      if (noted.has(name)) {
        if (++kept > MAX_ELEMENTS) throw new Error(`there are more than ${MAX_ELEMENTS} elements`);
        current.children.push({ name, attributes, children: [], text: '' });
      }
    } else {
      if (++kept > MAX_ELEMENTS) throw new Error(`there are more than ${MAX_ELEMENTS} elements`);
      const element = { name, attributes, children: [], text: '' };
      current.children.push(element);
      open.push(element);
      current = element;
      if (prose.has(name)) {
        proseDepth = 1;
        lines = [];
        proseLength = 0;
      }
    }
  });
  parser.on('closetag', ({ name }) => {
    if (omittedDepth > 0) {
      omittedDepth--;
      return;
    }
    if (proseDepth > 0) {
      isRaised = false;
      if (blocks.has(name)) endLine();
      else if (spaced.has(name)) line += ' ';
      proseDepth--;
      if (proseDepth > 0) return;
      endLine();
      current.text = lines.join('\n');
    }
    open.pop();
    current = open.at(-1)!;
  });
  // In pieces: one string for a long document, and the parser's copies, would need ten times its size.
  const decoder = new TextDecoder();
  for (let at = 0; at < xml.length; at += PIECE_BYTES) {
    parser.write(decoder.decode(xml.subarray(at, at + PIECE_BYTES), { stream: true }));
  }
  parser.write(decoder.decode()).close();
  return current.children[0]!;
}

/** The elements at a path below an element. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((c) => c.name === name)),
    [element],
  );
}

/** Text of the first element at a path. */
export const textAt = (element: XmlElement, ...path: string[]): string =>
  elementsAt(element, ...path)[0]?.text.trim() ?? '';

/** All elements of some names below an element, in the order of the document. */
export function descendants(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...descendants(child, ...names),
  ]);
}
