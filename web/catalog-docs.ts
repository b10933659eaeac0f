import { readFileSync } from 'node:fs';
import papa from 'papaparse';
import { catalogRoles } from '#shared/catalog-columns.ts';
import { type CatalogId, catalogs } from '#shared/catalogs.ts';
import { encodeColumnsData } from '#shared/columns-data.ts';
import { indexDocs } from '#shared/docs/index-docs.ts';
import { limits } from '#shared/limits.ts';
import { pageOriginPlaceholder } from '#shared/page-origin.ts';

/**
 * Documentation of a catalogue at build time, with values from the sample rows. In the browser, the installation's
 * own documentation with its rows and their number replaces it.
 */
export function catalogDocs(id: CatalogId) {
  const sample = readFileSync(
    new URL(`../packages/local/catalog/${id}.csv`, import.meta.url),
    'utf8',
  );
  const { data } = papa.parse<string[]>(sample, { preview: limits.sampleRows + 1 });
  const [header = [], ...rows] = data;
  return indexDocs({
    item_id: id,
    name: catalogs[id].name,
    api_endpoint: `${pageOriginPlaceholder}/api/v1/indexes/${id}`,
    rows: catalogs[id].rows,
    columns_role: catalogRoles(id, header),
    columns_data: encodeColumnsData(
      header.map((name, column) => ({ name, values: rows.map((row) => row[column] ?? '') })),
    ),
  });
}
