import { newId } from '#core/runtime/ids.ts';
import { preview } from '#engine';
import { catalogKey, catalogSource, headCatalogFile } from '#functions/datasets/index.ts';
import { catalogRoles, catalogTypes } from '#shared/catalog-columns.ts';
import { type CatalogId, catalogs } from '#shared/catalogs.ts';
import { limits } from '#shared/limits.ts';
import { startBuild } from '../index-build.ts';
import {
  catalogOwner,
  getIndex,
  type IndexRecord,
  newBuild,
  putCatalogIndex,
  serveDocuments,
} from '../indexes.ts';
import { buildFolder } from '../indexes-bucket.ts';

/** Characters of a sample value that are kept for the page of the index. */
const sampleLength = 200;

interface LoadRequest {
  index_id: CatalogId;
  /** Only asks which version of the documents serves. */
  asks?: 'documents_version';
  /** Serves a delivery in place of the version that it extends, without a build. */
  serve?: { documents_version: string; replaces: string };
  /** Version of the patent documents that belong to the file; by default that of the last load. */
  documents_version?: string;
  /** Version that served when their load began, null for none. Deliveries that were added since then would be lost. */
  replaces?: string | null;
}

/** The version of the documents that serves, after a delivery where there is one. */
async function documentsOf(index_id: CatalogId, serve: LoadRequest['serve']) {
  const record = await getIndex(index_id);
  const documents_version = record?.documents_version;
  const loaded = record?.build.source?.documents_version;
  // A full load has stored documents of its own, and its build has not been published.
  const is_being_replaced = loaded !== undefined && loaded !== documents_version;
  if (!record || !serve || documents_version === serve.documents_version) {
    return { documents_version, is_being_replaced };
  }
  if (documents_version !== serve.replaces) {
    throw new Error(
      `Another version of the documents serves now (${documents_version}). Start over with --restart.`,
    );
  }
  if (is_being_replaced) {
    throw new Error(
      `A full load replaces the documents. Finish it (npm run catalog -- build ${index_id}), then add the delivery with --restart.`,
    );
  }
  await serveDocuments(record, serve.documents_version, serve.replaces);
  return { documents_version: serve.documents_version };
}

/**
 * Builds or rebuilds a catalogue from the file that an operator has put into the `Datasets` bucket. A new
 * version of patent documents is used from the publication of its build on, together with its rows.
 */
export async function handler({ index_id, ...request }: LoadRequest) {
  if (request.asks || request.serve) return documentsOf(index_id, request.serve);
  const datasetKey = catalogKey(index_id);
  const file = await headCatalogFile(datasetKey);
  if (!file) throw new Error(`There is no file ${datasetKey} in the Datasets bucket`);
  const { header, sampleRows } = await preview(catalogSource(datasetKey, file));
  const samples = header.map((name, column) => [
    name,
    ...sampleRows.slice(0, limits.sampleRows).map((row) => row[column]!.slice(0, sampleLength)),
  ]);
  const existing = await getIndex(index_id);
  requireNoDelivery(request, existing?.documents_version);
  const now = new Date().toISOString();
  // After a failed build, the documents that were loaded for it are still waiting.
  const documents_version = request.documents_version ?? existing?.build.source?.documents_version;
  const source = {
    dataset_key: datasetKey,
    dataset_size: file.sizeBytes,
    columns_role: catalogRoles(index_id, header),
    chosen_types: catalogTypes(index_id, header),
    columns_data: JSON.stringify(samples),
  };
  const record: IndexRecord = {
    rows: 0,
    rejects: 0,
    created_at: now,
    ...existing,
    item_id: index_id,
    org_id: catalogOwner,
    name: catalogs[index_id].name,
    author: 'Admin',
    modified_at: now,
    ...source,
    build_id: newId('bld'),
    build_started_at: now,
    build: documents_version ? { ...newBuild, source: { ...source, documents_version } } : newBuild,
    failure: undefined,
  };
  const abandoned = existing?.build_started_at && buildFolder(existing);
  await putCatalogIndex(record, existing, abandoned);
  const build = { index_id, build_id: record.build_id };
  await startBuild(build);
  const served = existing?.documents_version;
  // A build of the same file keeps its documents, because the operator's command deletes replaced ones.
  const isReplaced = documents_version !== undefined && documents_version !== served;
  return { ...build, replaced_documents: isReplaced ? served : undefined };
}

/** @throws Error if the documents that a full load replaces are not those that served when it began */
function requireNoDelivery(
  { documents_version, replaces }: Omit<LoadRequest, 'index_id'>,
  served: string | undefined,
): void {
  if (replaces === undefined || served === documents_version) return;
  if (served !== (replaces ?? undefined)) {
    throw new Error(
      'Deliveries were added since this load began, and it does not have them. Run the same command with --replace to publish it all the same, then add them again.',
    );
  }
}
