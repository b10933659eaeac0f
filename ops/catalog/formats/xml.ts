import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import type { PatentMark } from '#shared/patent-document.ts';

/** An element with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
  /** Of an element whose content was built as one text. */
  marks?: PatentMark[];
  levels?: number[];
  /** Ids that the references to claims in the text point at. */
  references?: string[];
  /** Its printed number, where that is an element. */
  label?: string;
}

/** Receives a document piece by piece. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** `<?target body?>` */
  instruction?(target: string): void;
}

const PIECE_BYTES = 64 << 10;
/** Far beyond publishers' documents. Protects against documents made to exhaust memory. */
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 100_000;

/**
 * Names of ISO 8879 for Greek letters that HTML lacks: `&agr;`, `&PHgr;`. The old formats write them, and take them from a
 * document type that is not fetched.
 */
const greek = 'A B G D E Z EE TH I K L M N X O P R S T U PH KH PS OH'
  .split(' ')
  .flatMap((name, position) => {
    // Final sigma stands between rho and sigma.
    const letter = 0x391 + position + (position > 16 ? 1 : 0);
    return [
      [`${name}gr`, String.fromCharCode(letter)],
      [`${name.toLowerCase()}gr`, String.fromCharCode(letter + 32)],
    ] as const;
  });
const isoNames = new Map<string, string>([...greek, ['sfgr', 'ς']]);

/** Named characters, as the standards define them. An entity that a document declares is not among them. */
const namedCharacters = new Proxy<Record<string, string>>(
  {},
  {
    get(_, name) {
      const decode = (one: string) => {
        const written = `&${one};`;
        const decoded = isoNames.get(one) ?? decodeHTMLStrict(written);
        return decoded === written ? undefined : decoded;
      };
      // Databases in capitals write their entities in capitals too: `&SACUTE;`.
      const [first = '', ...others] = String(name);
      return decode(String(name)) ?? decode(first + others.join('').toLowerCase());
    },
  },
);

/**
 * Parses one document strictly. Only numeric entities and named characters are decoded. A document type is ignored, so
 * nothing is fetched or expanded.
 * @throws Error if it is not well-formed (with line and column) or exceeds a limit
 */
export function scanXml(xml: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser();
  parser.ENTITIES = namedCharacters;
  let depth = 0;
  parser.on('text', handler.text);
  parser.on('cdata', handler.text);
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) {
      throw new Error(`elements are nested more than ${MAX_DEPTH} levels deep`);
    }
    handler.open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close(name);
  });
  parser.on('processinginstruction', ({ target }) => handler.instruction?.(target));
  // In pieces: one string for a long document, and the parser's copies, would need ten times its size.
  const decoder = new TextDecoder();
  for (let at = 0; at < xml.length; at += PIECE_BYTES) {
    parser.write(decoder.decode(xml.subarray(at, at + PIECE_BYTES), { stream: true }));
  }
  parser.write(decoder.decode()).close();
}

/** The elements of a document, while it is scanned. */
export class XmlTree {
  readonly #open: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  #kept = 0;

  get current(): XmlElement {
    return this.#open.at(-1)!;
  }

  /** @throws Error if there are too many elements */
  open(name: string, attributes: XmlElement['attributes']): XmlElement {
    if (++this.#kept > MAX_ELEMENTS) {
      throw new Error(`there are more than ${MAX_ELEMENTS} elements`);
    }
    const element = { name, attributes, children: [], text: '' };
    this.current.children.push(element);
    this.#open.push(element);
    return element;
  }

  close(): void {
    this.#open.pop();
  }

  get root(): XmlElement {
    return this.#open[0]!.children[0]!;
  }
}

/** Parses one document to its elements. @throws Error as `scanXml` */
export function parseXml(xml: Uint8Array): XmlElement {
  const tree = new XmlTree();
  scanXml(xml, {
    open: (name, attributes) => tree.open(name, attributes),
    close: () => tree.close(),
    text: (text) => {
      tree.current.text += text;
    },
  });
  return tree.root;
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

/** All text in an element. */
export const allText = ({ text, children }: XmlElement): string =>
  [text, ...children.map(allText)].join(' ').replace(/\s+/g, ' ').trim();

/** All elements of some names below an element, in the order of the document. */
export function descendants(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...descendants(child, ...names),
  ]);
}
