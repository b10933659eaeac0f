import { getIndex } from '#functions/indexes/index.ts';
import type { CitingDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, preferredUcid, toUcid, ucidStem } from '#shared/ucid.ts';
import { citedBy } from './cited-by.ts';
import { patentsIndex } from './find-patent.ts';
import { listUcids } from './patent-documents.ts';

/** Reads who cites whom in one version of the documents. */
export interface Citations {
  /** Documents that cite a publication, the latest first. */
  citedBy(number: string): Promise<CitingDocument[]>;
  /** UCID of a publication; one that we have if the number has no kind code, undefined if we have none. */
  toUcid(number: string): Promise<string | undefined>;
}

/** Opens the version that serves now. Where none is loaded, nothing is cited. */
export async function openCitations(): Promise<Citations> {
  const version = (await getIndex(patentsIndex))?.documents_version;
  if (!version) return { citedBy: async () => [], toUcid: async (number) => toUcid(number) };
  return {
    citedBy: (number) => citedBy(number, version),
    async toUcid(number) {
      const parsed = parsePublicationNumber(number);
      if (!parsed || parsed.kind) return toUcid(number);
      return preferredUcid(await listUcids(version, ucidStem(parsed)));
    },
  };
}
