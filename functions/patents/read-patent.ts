import { getIndex } from '#functions/indexes/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, preferredUcid, toUcid, ucidStem } from '#shared/ucid.ts';
import { getPatentDocument, listUcids } from './patent-documents.ts';

/** The catalogue that has patent documents. */
const catalog = 'us_patents';

/**
 * Version of the patent documents that serve now. Throws `PatentsNotLoaded` where none were ever loaded.
 */
export async function servedDocuments(): Promise<string> {
  const version = (await getIndex(catalog))?.documents_version;
  if (!version) throw new ProductError('PatentsNotLoaded');
  return version;
}

/**
 * The patent of a publication number in any usual spelling. Without a kind code, the granted patent is preferred
 * to the application.
 * Throws `UcidInvalid` for what is not a publication number, `PatentNotFound` and `PatentsNotLoaded`.
 * @param version of the documents, to read several of one; by default the one that serves now
 */
export async function readPatent(text: string, version?: string): Promise<PatentDocument> {
  const parsed = parsePublicationNumber(text);
  if (!parsed) throw new ProductError('UcidInvalid');
  const read = version ?? (await servedDocuments());
  const ucid = toUcid(text) ?? preferredUcid(await listUcids(read, ucidStem(parsed)));
  const document = ucid && (await getPatentDocument(read, ucid));
  if (!document) throw new ProductError('PatentNotFound');
  return document;
}
