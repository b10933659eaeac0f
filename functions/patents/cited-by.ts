import type { CitingDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, ucidStem } from '#shared/ucid.ts';
import { linksFrom } from './patent-documents.ts';
import { servedDocuments } from './read-patent.ts';

/**
 * Documents of the catalogue that cite a publication, the latest first: citations of any kind code of its number, because
 * offices often cite without one. Empty for a text that is not a publication number.
 * @param version of the documents; by default the one that serves now
 */
export async function citedBy(number: string, version?: string): Promise<CitingDocument[]> {
  const parsed = parsePublicationNumber(number);
  if (!parsed) return [];
  const stem = ucidStem(parsed);
  const { cited_by } = await linksFrom(version ?? (await servedDocuments()), stem);
  return (cited_by[stem] ?? []).toSorted((a, b) => ((a.date ?? '') > (b.date ?? '') ? -1 : 1));
}
