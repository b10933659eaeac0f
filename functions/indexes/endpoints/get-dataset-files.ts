import { type Fail, lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor, pageWithLast } from '#core/request/paging.ts';
import { setting } from '#core/runtime/config.ts';
import * as engine from '#engine';
import {
  catalogKey,
  datasetSource,
  type FileRecord,
  fileNameOf,
  findDataset,
  isCatalogFile,
  isOwnFile,
  listFileRecords,
  recordUploads,
} from '#functions/datasets/index.ts';
import { type MemberPrincipal, managingMember } from '#functions/people/index.ts';
import { catalogIds, catalogs } from '#shared/catalogs.ts';
import { fittingRoles } from '#shared/column-roles.ts';
import { suggestUses } from '#shared/column-uses.ts';
import { datasets, type FilePreview } from '#shared/contract/datasets.ts';
import { type Embedder, tokensOf } from '#shared/embedder.ts';
import { limits } from '#shared/limits.ts';
import { DatasetGoneError, guardDataset } from '../dataset-gone-error.ts';
import { installedEmbedder } from '../embedder/embed-texts.ts';
import { estimateBuild } from '../estimate-build.ts';
import { clusterProcessors, servingPlace } from '../place-index.ts';
import { rangeBytesOf } from '../plan-sizes.ts';

/** Times that a file is read for a preview: few are replaced twice within a second. */
const mostReads = 3;

export const handler = lambda(
  datasets,
  'get-dataset-files',
  managingMember,
  async ({ query, principal, now, fail }) => {
    const { orgId } = principal;
    const { key, limit, cursor, prefix = '', order, catalogs: place } = query;
    if (key !== orgId) {
      if (isOwnFile(orgId, key) || isCatalogFile(key))
        return previewFile(principal, key, query, fail);
      throw fail('DatasetNotFound');
    }
    const sort = prefix === '' ? query.sort : 'name';
    const list = `${sort} ${order} `;
    const after = decodeCursor(cursor, list);
    // Later pages belong to the same list. Changes since the first page appear in the next list.
    if (after === undefined) await recordUploads(orgId, now);
    const { items, next } = await pageWithLast(
      () => listFileRecords(orgId, { sort, prefix }, { order, pageSize: limit, after }),
      async () => (place === 'last' ? catalogFiles.filter(isNamed(prefix)) : []),
      { limit, after },
    );
    const files = items.map((record) => ({
      Key: record.file_key,
      Size: record.size_bytes,
      LastModified: record.modified_at,
      author: record.author,
    }));
    return { items: files, next: encodeCursor(next, list) };
  },
);

/**
 * The files of the catalogues with the product's stated facts, which may differ from the files of this
 * environment.
 */
const catalogFiles: FileRecord[] = catalogIds.map((id) => ({
  file_key: catalogKey(id),
  size_bytes: catalogs[id].sizeBytes,
  // At noon, so that it is the same day in nearly all time zones.
  modified_at: `${catalogs[id].day}T12:00:00.000Z`,
  author: 'Admin',
}));

const isNamed =
  (prefix: string) =>
  ({ file_key }: FileRecord) =>
    fileNameOf(file_key).toLowerCase().startsWith(prefix.toLowerCase());

/** Columns and first rows of a file, read as the build of an index reads them. */
async function previewFile(
  { orgId, user }: MemberPrincipal,
  key: string,
  reading: engine.Reading,
  fail: Fail<'get-dataset-files'>,
): Promise<FilePreview> {
  const { file, preview } = await readDataset(orgId, key, reading, fail);
  const { rejects, differences } = preview;
  const embedder = installedEmbedder();
  return {
    data: preview.text,
    size: file.sizeBytes,
    format: preview.format,
    packing: preview.packing,
    encoding: preview.encoding,
    delimiter: preview.delimiter,
    has_header: preview.hasHeader,
    skipped_lines: preview.skippedLines,
    columns: pricedColumns(
      suggestedColumns(preview.columns, preview.sampleRows),
      preview.sampleRows,
      rowsOf(file.sizeBytes, preview.sampleRows),
      embedder,
    ),
    embedder: embedder && { model: embedder.model },
    rows: shownRows(preview.sampleRows),
    rows_read: preview.rowsRead,
    repaired: preview.repairs,
    damaged: preview.damage && { ...preview.damage, lines: [...preview.damage.lines] },
    rejected: rejects && {
      count: rejects.count,
      reason: rejects.reason,
      examples: rejects.examples.map(({ line, text = '' }) => ({ line, text })),
    },
    ...(differences.length > 0 && { differences: [...differences] }),
    build: buildOf(preview.textBytes, preview.sampleRows, user.foretheta_admin),
  };
}

/** What a file says of itself. One that is replaced or deleted meanwhile, as a fetch or a join does, is looked for again. */
async function readDataset(
  orgId: string,
  key: string,
  reading: engine.Reading,
  fail: Fail<'get-dataset-files'>,
) {
  for (let tries = 1; ; tries++) {
    const file = await findDataset(orgId, key);
    if (!file) throw fail('DatasetNotFound');
    try {
      const preview = await engine.preview(guardDataset(datasetSource(key, file)), reading);
      return { file, preview };
    } catch (error) {
      if (error instanceof engine.DatasetError) throw fail('DatasetUnreadable', error.message);
      if (!(error instanceof DatasetGoneError) || tries === mostReads) throw error;
    }
  }
}

/** Columns with the roles and uses that the wizard suggests; roles for as many as an index has. */
function suggestedColumns(
  columns: readonly engine.PreviewColumn[],
  sampleRows: readonly (readonly string[])[],
): FilePreview['columns'] {
  const roles = fittingRoles(columns.map(({ name, suggested }) => ({ name, role: suggested })));
  const uses = suggestUses(
    columns
      .map(({ name, type }, i) => ({ name, type, values: sampleRows.map((row) => row[i] ?? '') }))
      .filter((_, i) => roles[i] === 'metadata'),
  );
  return columns.map((column, i) => ({
    ...column,
    suggested: roles[i]!,
    suggested_use: Object.hasOwn(uses, column.name) ? uses[column.name] : undefined,
  }));
}

/** Rows of a file, if they are as long as those at its beginning. */
function rowsOf(sizeBytes: number, sample: readonly (readonly string[])[]): number {
  const sampleBytes = sample.reduce((sum, row) => sum + Buffer.byteLength(row.join(' ')) + 1, 0);
  return Math.round((sample.length * sizeBytes) / Math.max(1, sampleBytes));
}

/** Columns with what embedding them costs. */
function pricedColumns(
  columns: FilePreview['columns'],
  sample: readonly (readonly string[])[],
  rows: number,
  embedder: Embedder | undefined,
): FilePreview['columns'] {
  if (!embedder) return columns;
  const share = rows / Math.max(1, sample.length);
  return columns.map((column, i) => {
    const tokens = sample.reduce((sum, row) => sum + tokensOf(row[i] ?? ''), 0) * share;
    return { ...column, embedding_usd: (tokens / 1e6) * embedder.usdPerMillionTokens };
  });
}

/** Estimate of a build. Rows are assumed to be as long as those at the beginning of the file. */
function buildOf(
  sizeBytes: number,
  sample: readonly (readonly string[])[],
  forStaff: boolean | undefined,
): FilePreview['build'] {
  const place = servingPlace({
    rows: rowsOf(sizeBytes, sample),
    textBytes: sizeBytes,
    segments: Math.ceil(sizeBytes / rangeBytesOf(sizeBytes)),
  });
  const atOnce = Number(setting('SEGMENTS_AT_ONCE'));
  const processors = place === 'cluster' ? clusterProcessors() : 0;
  const { seconds, usd } = estimateBuild(sizeBytes, atOnce, processors);
  return { seconds: Math.round(seconds), usd: forStaff ? usd : undefined, place };
}

/** As many of the first rows as a preview has room for; long cells are cut. */
function shownRows(rows: readonly (readonly string[])[]): string[][] {
  const { previewRows, previewCellMaxLength: most, previewBytes } = limits;
  const shown = rows
    .slice(0, previewRows)
    .map((row) => row.map((cell) => (cell.length > most ? `${cell.slice(0, most - 1)}…` : cell)));
  let room = previewBytes;
  const end = shown.findIndex((row, i) => {
    room -= row.join('').length;
    return room < 0 && i > 0;
  });
  return end < 0 ? shown : shown.slice(0, end);
}
