import { getIndex } from '#functions/indexes/index.ts';
import { getPatentDocument, listUcids, patentsIndex } from '#functions/patents/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, preferredUcid, toUcid, ucidStem } from '#shared/ucid.ts';

/**
 * UCID of the patent of a publication number in any usual spelling; whether we have its text is not looked at
 * where the number has a kind code. Undefined where no patent has the number. Throws `UcidInvalid`.
 */
export async function findReportUcid(text: string): Promise<string | undefined> {
  const parsed = parsePublicationNumber(text);
  // The text of the specification, which the page of a report shows.
  if (!parsed) throw new ProductError('UcidInvalid', 'Bad request');
  const ucid = toUcid(text);
  if (ucid) return ucid;
  const version = await servedVersion();
  return version && preferredUcid(await listUcids(version, ucidStem(parsed)));
}

/** The patent of a publication number; undefined where we do not have its text. Throws `UcidInvalid`. */
export async function findReportPatent(text: string): Promise<PatentDocument | undefined> {
  const [ucid, version] = await Promise.all([findReportUcid(text), servedVersion()]);
  return ucid && version ? getPatentDocument(version, ucid) : undefined;
}

const servedVersion = async () => (await getIndex(patentsIndex))?.documents_version;
