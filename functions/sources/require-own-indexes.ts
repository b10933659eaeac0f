import { getIndex } from '#functions/indexes/index.ts';
import { ProductError } from '#shared/errors.ts';

/** Throws `IndexNotFound` unless all are indexes of the organization. */
export async function requireOwnIndexes(orgId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if ((await getIndex(id))?.org_id !== orgId) throw new ProductError('IndexNotFound');
  }
}
