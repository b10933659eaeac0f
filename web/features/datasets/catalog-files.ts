import { catalogFigures } from '#shared/catalog-figures.ts';
import type { DatasetFile } from '#shared/contract/datasets.ts';

/** The files of the ready-made catalogues. They can be previewed and not deleted. */
export const catalogFiles: readonly DatasetFile[] = [...catalogFigures].map(
  ([id, { sizeBytes, day }]) => ({
    Key: `data-catalog/${id}.csv`,
    Size: sizeBytes,
    // At noon, so that it is that day nearly everywhere.
    LastModified: `${day}T12:00:00.000Z`,
    author: 'Admin',
  }),
);

export const isCatalogFile = ({ Key }: DatasetFile): boolean => Key.startsWith('data-catalog/');
