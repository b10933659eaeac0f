import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { abortMultipartUpload, fileNameOf } from '#functions/datasets/index.ts';
import { managingMember } from '#functions/people/index.ts';
import { sources } from '#shared/contract/sources.ts';
import { uploadOf } from '../fetch-parts.ts';
import { deleteSource, getSource } from '../sources.ts';

export const handler = lambda(
  sources,
  'delete-dataset-source',
  managingMember,
  async ({ params, principal, now, fail }) => {
    const seen = await getSource({ org_id: principal.orgId, ...params });
    if (!seen) throw fail('NotFound');
    const object = { id: seen.file_key, name: fileNameOf(seen.file_key) };
    const event = { action: 'dataset.source-deleted', object } as const;
    if (!(await deleteSource(seen, [auditEntry(principal, event, now)]))) throw fail('NotFound');
    if (seen.work) await abortMultipartUpload(uploadOf(seen, seen.work));
    return {};
  },
);
