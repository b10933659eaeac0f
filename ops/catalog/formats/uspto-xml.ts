import { toUcid } from '#shared/ucid.ts';
import { aboutUcid, ranks } from '../join/piece.ts';
import type { Format, Outcome, PatentText } from './format.ts';
import { readApplication2001 } from './uspto-2001-applications.ts';
import { readGrant2001 } from './uspto-2001-grants.ts';
import { readSt36 } from './uspto-st36.ts';

/** What reads a document, by the name of its root element. */
const readers: Record<string, (xml: Buffer, wanted: readonly PatentText[]) => Outcome> = {
  'us-patent-grant': (xml, wanted) => readSt36(xml, 'grant', wanted),
  'us-patent-application': (xml, wanted) => readSt36(xml, 'application', wanted),
  PATDOC: readGrant2001,
  'patent-application-publication': readApplication2001,
  'sequence-cwu': readSequences,
};

/** Roots of the documents that a file of the USPTO may begin with. */
export const usptoRoots = Object.keys(readers);

const source = { name: 'USPTO full text', rank: 'office' } as const;

/**
 * Full text of grants and applications as the USPTO publishes it each week since 2001: a concatenation of XML documents, among
 * them sequence listings.
 */
export const usptoXml = (wanted: readonly PatentText[]): Format => ({
  source,
  cut: { marker: Buffer.from('<?xml '), at: 'before', maxBytes: 16 << 20 },
  read(record) {
    const root = rootOf(record);
    const reader = root !== undefined && Object.hasOwn(readers, root) && readers[root];
    if (!root) return { skipped: true };
    if (!reader) {
      return { reason: `The document is a ${root}, none of ${usptoRoots.join(', ')}.` };
    }
    try {
      return reader(record, wanted);
    } catch (error) {
      return { reason: `The document cannot be read as XML: ${(error as Error).message}` };
    }
  },
  endsWhole(last) {
    const end = last.subarray(-200).toString('latin1').trimEnd();
    return end.endsWith(`</${rootOf(last)}>`);
  },
});

/** Before a root element there may be a declaration of each of a thousand images. */
const PROLOG_BYTES = 256 << 10;

/** Name of a document's root element. */
const rootOf = (document: Buffer): string | undefined =>
  /<([\w-]+)[\s>]/.exec(
    document
      .subarray(0, PROLOG_BYTES)
      .toString('latin1')
      .replace(/<!--.*?-->/gs, ''),
  )?.[1];

/** A sequence listing beside a patent: how many sequences it has. The sequences themselves are not text to search. */
function readSequences(xml: Buffer): Outcome {
  const head = xml.subarray(0, 16_384).toString('latin1');
  const at = (name: string) => new RegExp(`<${name}>\\s*([^<\\s]+)\\s*<`).exec(head)?.[1] ?? '';
  const ucid = toUcid(`${at('country')}-${at('doc-number')}-${at('kind')}`);
  if (!ucid) return { reason: 'The sequence listing names no patent that it belongs to.' };
  const sequences = Number(at('s160')) || xml.toString('latin1').split('<s400').length - 1;
  return {
    pieces: [
      {
        about: aboutUcid(ucid),
        source: 'USPTO sequence listing',
        rank: ranks.record,
        parts: { ...(sequences > 0 && { sequences }) },
      },
    ],
  };
}
