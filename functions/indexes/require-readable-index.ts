import type { MemberPrincipal } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { ProductError } from '#shared/errors.ts';
import { getIndex, type IndexRecord } from './indexes.ts';

/** An index that an organization may look at: its own, or a catalogue. Throws `IndexNotFound`. */
export async function requireReadableIndex(
  { orgId }: MemberPrincipal,
  indexId: string,
): Promise<IndexRecord> {
  const record = await getIndex(indexId);
  if (!record || (record.org_id !== orgId && !isCatalog(indexId))) {
    throw new ProductError('IndexNotFound');
  }
  return record;
}
