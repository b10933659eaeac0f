import type { DatasetFile } from '#shared/contract/datasets.ts';

/**
 * The files of the ready-made catalogues, as the product has always shown them: their sizes and dates are
 * fixed. They can be previewed and not deleted.
 */
export const catalogFiles: readonly DatasetFile[] = [
  catalogFile('us_patents', 860e9, '2021-08-20'),
  catalogFile('wikipedia', 18.9e9, '2021-08-27'),
  catalogFile('arxiv', 1.1e12, '2021-08-24'),
];

/** At noon, so that it is that day nearly everywhere. */
function catalogFile(id: string, sizeBytes: number, day: string): DatasetFile {
  return {
    Key: `data-catalog/${id}.csv`,
    Size: sizeBytes,
    LastModified: `${day}T12:00:00.000Z`,
    author: 'Admin',
  };
}

export const isCatalogFile = ({ Key }: DatasetFile): boolean => Key.startsWith('data-catalog/');
