import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingAdmin } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { getIndex } from '../indexes.ts';
import { putSynonyms } from '../synonyms-store.ts';

export const handler = lambda(
  indexes,
  'update-index-synonyms',
  managingAdmin,
  async ({ params, body, principal, now, fail }) => {
    const record = await getIndex(params.index_id);
    if (record?.org_id !== principal.orgId) throw fail('IndexNotFound');
    const { items } = body;
    const object = { id: record.item_id, name: record.name };
    const details = { lines: String(items.length) };
    const event = { action: 'index.synonyms-changed', object, details } as const;
    const isWritten = await putSynonyms(record, items, [auditEntry(principal, event, now)]);
    if (!isWritten) throw fail('IndexNotFound');
    return { items };
  },
);
