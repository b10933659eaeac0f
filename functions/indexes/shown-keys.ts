import { recordEvent } from '#core/storage/audit.ts';
import {
  type ManagingPrincipal,
  type MemberPrincipal,
  tellOwner,
} from '#functions/people/index.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { hiddenText } from './api-key-encryption.ts';
import { listApiKeys } from './index-keys.ts';

interface ShownKeys {
  /** Whether the caller wants no texts. */
  masked?: boolean | undefined;
  /** Only this key. */
  keyId?: string | undefined;
}

/**
 * Keys of an organization by index id, as this caller may see them. Members get no texts. Who gets some is noted in the
 * audit trail before, and told by mail: once in a session for a key, so that the owner of an account notices a thief.
 */
export async function showKeys(
  principal: MemberPrincipal,
  { masked = false, keyId }: ShownKeys,
  now: Date,
): Promise<Record<string, ApiKey[]>> {
  const { orgId, user, sessionId } = principal;
  const keys = ofKey(await listApiKeys(orgId), keyId);
  if (masked || !mayRead(principal) || Object.keys(keys).length === 0) return maskAll(keys);
  const [only] = Object.values(keys).flat();
  const object = keyId ? { id: keyId, name: only?.name ?? keyId } : { id: orgId, name: 'All keys' };
  await recordEvent(principal, { action: 'key.revealed', object }, now);
  // What notes that the mail was sent stays when the organization is erased, so it does not name it.
  await tellOwner(user.email, 'key-revealed', `${sessionId}/${keyId ?? 'all'}`);
  return keys;
}

/** A key that was just made, as this caller may see it. A program makes it in order to use it. */
export const showNewKey = (principal: ManagingPrincipal, key: ApiKey): ApiKey =>
  mayRead(principal) || principal.scopes ? key : mask(key);

const mayRead = ({ user }: MemberPrincipal) => user.role === 'admin';

function ofKey(keys: Record<string, ApiKey[]>, keyId: string | undefined) {
  if (keyId === undefined) return keys;
  const entries = Object.entries(keys).map(
    ([indexId, own]) => [indexId, own.filter(({ id }) => id === keyId)] as const,
  );
  return Object.fromEntries(entries.filter(([, own]) => own.length > 0));
}

const maskAll = (keys: Record<string, ApiKey[]>) =>
  Object.fromEntries(Object.entries(keys).map(([indexId, own]) => [indexId, own.map(mask)]));

/** The last four of 40 random characters tell keys apart. */
const mask = (key: ApiKey): ApiKey => ({
  ...key,
  api_key: hiddenText + key.api_key.slice(-4),
});
