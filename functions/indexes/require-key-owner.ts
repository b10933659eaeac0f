import type { MemberPrincipal } from '#functions/people/index.ts';
import { isCatalog, resolveAlias } from '#shared/catalogs.ts';
import { ProductError } from '#shared/errors.ts';
import type { KeyOwner } from './api-key-encryption.ts';
import { getIndex } from './indexes.ts';

/**
 * Checks that an organization may manage the keys of an index: a catalogue or an index of its own. The index
 * can be named by an alias.
 */
export async function requireKeyOwner(
  { orgId }: MemberPrincipal,
  idOrAlias: string,
): Promise<KeyOwner> {
  const indexId = resolveAlias(idOrAlias);
  const own = isCatalog(indexId) || (await getIndex(indexId))?.org_id === orgId;
  if (!own) throw new ProductError('IndexNotFound');
  return { orgId, indexId };
}
