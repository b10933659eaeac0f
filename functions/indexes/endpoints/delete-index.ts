import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingAdmin } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { removeKeysOf } from '../index-keys.ts';
import { deleteIndex } from '../index-owners.ts';
import { getIndex } from '../indexes.ts';

export const handler = lambda(
  indexes,
  'delete-index',
  managingAdmin,
  async ({ params, principal, now, fail }) => {
    const { orgId } = principal;
    const record = await getIndex(params.index_id);
    if (record?.org_id !== orgId) throw fail('IndexNotFound');
    const object = { id: record.item_id, name: record.name };
    const entry = auditEntry(principal, { action: 'index.deleted', object }, now);
    // Keys go first: cut short, the index is still there and can be deleted again.
    await removeKeysOf(orgId, record.item_id);
    if (!(await deleteIndex(record, [entry], now))) throw fail('IndexNotFound');
    return {};
  },
);
