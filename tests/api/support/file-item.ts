import { authorKeys, dateKeys, fileRecordKey } from '#functions/datasets/file-keys.ts';

/** The item of table `Datasets` that a file of this name leaves. */
export function fileItem(
  orgId: string,
  name: string,
  { modifiedAt, author }: { modifiedAt: Date; author?: string | undefined },
) {
  const key = `org/${orgId}/${name}`;
  const modified_at = modifiedAt.toISOString();
  return {
    ...fileRecordKey(orgId, key),
    ...dateKeys(orgId, key, modified_at),
    ...authorKeys(orgId, key, author),
    file_key: key,
    size_bytes: 1e6,
    modified_at,
    author,
  };
}
