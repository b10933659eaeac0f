import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { readSamplePatents, sampleRows } from '#local/catalog/sample-patents.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

export const root = join(import.meta.dirname, '../..');

/** The sample catalogue of patents with its index, built in memory as a start of the product builds it. */
export async function buildSampleCatalogue(): Promise<BuiltIndex & { patents: PatentDocument[] }> {
  const patents = await readSamplePatents(root);
  const rows = readFileSync(join(root, 'packages/local/catalog/us_patents.csv'), 'utf8');
  const built = await buildFromCsv(rows + sampleRows(patents));
  return { ...built, patents };
}
