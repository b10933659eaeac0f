import { toUcid } from '#shared/ucid.ts';
import { aboutUcid, ranks } from '../join/piece.ts';
import { exchangeDocuments, exchangeParts } from './exchange-document.ts';
import type { Format, Outcome } from './format.ts';
import { parseLocal, xmlElements } from './xml-format.ts';

const source = 'DOCDB exchange documents';

/**
 * The EPO's exchange documents of all offices: one XML document of some 20,000 elements, with or without a prefix of the
 * namespace. Families, abstracts and citations.
 */
export const docdb = (head: string): Format =>
  xmlElements(
    head.includes('<exch:exchange-document') ? 'exch:exchange-document' : 'exchange-document',
    read,
  );

function read(record: Buffer): Outcome {
  const [element] = exchangeDocuments(parseLocal(record));
  const { country = '', kind = '', ...attributes } = element?.attributes ?? {};
  const written = `${country}-${attributes['doc-number'] ?? ''}-${kind}`;
  const ucid = toUcid(written);
  if (!element || !ucid) return { reason: `${source}: the number ${written} is not valid.` };
  const parts = exchangeParts(element);
  return { pieces: [{ about: aboutUcid(ucid), source, rank: ranks.collection, parts }] };
}
