import type { Format, Outcome } from './format.ts';
import { scanXml, type XmlElement, XmlTree } from './xml.ts';

/** Larger documents would not fit into the memory that a load is allowed. */
const MAX_BYTES = 16 << 20;

/** A format of whole XML documents, one after another. */
export const xmlDocuments = (read: (record: Buffer) => Outcome): Format => ({
  cut: { marker: Buffer.from('<?xml '), at: 'before', maxBytes: MAX_BYTES },
  read: (record) => readXml(record, read),
  endsWhole: (last) => /<\/[\w:.-]+>\s*$/.test(last.subarray(-200).toString('latin1')),
});

/**
 * A format of equal elements within one large XML document.
 * @param after what stands after the name in a start tag: a space if they have attributes
 */
export const xmlElements = (
  name: string,
  read: (record: Buffer) => Outcome,
  after: ' ' | '>' = ' ',
): Format => {
  const start = Buffer.from(`<${name}${after}`);
  const end = Buffer.from(`</${name}>`);
  /** An element without content, as a withdrawal may be. */
  const emptyOf = (record: Buffer) => /^<[^<>]*\/>/.exec(record.toString('utf8', 0, 4096))?.[0];
  return {
    cut: { marker: start, at: 'before', maxBytes: MAX_BYTES },
    read(record) {
      // What stands before the first element.
      if (record.indexOf(start) !== 0) return { skipped: true };
      const stop = record.lastIndexOf(end);
      const empty = stop < 0 && emptyOf(record);
      if (empty) return readXml(Buffer.from(empty), read);
      return stop < 0
        ? { reason: `The element ${name} does not end.` }
        : readXml(record.subarray(0, stop + end.length), read);
    },
    endsWhole: (last) => last.includes(end) || emptyOf(last) !== undefined,
  };
};

/** `Plum & Pear`: programs on the way to us write what XML does not allow. */
const bareAmpersand = /&(?!#?\w+;)/g;

function readXml(record: Buffer, read: (record: Buffer) => Outcome): Outcome {
  try {
    return read(record);
  } catch (error) {
    const text = record.toString();
    const repaired = text.replace(bareAmpersand, '&amp;');
    if (repaired !== text) return readXml(Buffer.from(repaired), read);
    return { reason: `The document cannot be read as XML: ${(error as Error).message}` };
  }
}

/** Parses a document to its elements, by their names without prefixes of namespaces. */
export function parseLocal(record: Uint8Array): XmlElement {
  const tree = new XmlTree();
  scanXml(record, {
    open: (name, attributes) => tree.open(name.slice(name.indexOf(':') + 1), attributes),
    close: () => tree.close(),
    text: (text) => {
      tree.current.text += text;
    },
  });
  return tree.root;
}
