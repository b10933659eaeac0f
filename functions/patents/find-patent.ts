import { getIndex } from '#functions/indexes/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { getPatentDocument } from './patent-documents.ts';

/** The index that the assistant searches, whose catalogue has the documents. */
export const patentsIndex = 'us_patents';

/** Returns the patent with a publication number; undefined if we do not have its text. */
export type FindPatent = (number: string) => Promise<PatentDocument | undefined>;

/** Finds patents in one version of the documents. */
export async function openPatents(): Promise<FindPatent> {
  const version = (await getIndex(patentsIndex))?.documents_version;
  return async (number) => {
    const ucid = toUcid(number);
    return version && ucid ? getPatentDocument(version, ucid) : undefined;
  };
}
