import { removeFilesOfOrganization } from './exports-bucket.ts';
import { listSearchExports, removeSearchExport } from './search-exports.ts';

const exportsBy = async (orgId: string, userId: string) =>
  (await listSearchExports(orgId)).filter(({ user_id }) => user_id === userId);

/** What a person has exported in an organization, for the copy of their data. */
export const searchExportsBy = async (orgId: string, userId: string) =>
  (await exportsBy(orgId, userId)).map(
    ({ export_id, index_id, format, rows, created_at, status }) => ({
      export_id,
      index_id,
      format,
      rows,
      created_at,
      status,
    }),
  );

/** Deletes what a person has exported, with the files. */
export async function forgetSearchExports(orgId: string, userId: string): Promise<void> {
  for (const record of await exportsBy(orgId, userId)) await removeSearchExport(record);
}

/** Deletes the exports of an organization that has ended. */
export async function removeSearchExportsOf(orgId: string): Promise<void> {
  for (const record of await listSearchExports(orgId)) await removeSearchExport(record);
  await removeFilesOfOrganization(orgId);
}
