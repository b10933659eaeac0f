/**
 * Keys that pages search with, so that a browser needs no key of the organization (ADR 052). They are looked up and
 * limited like API keys, but belong to a session: `key-holder.ts` asks whether it goes on. Only their hash is stored.
 */
import { newSearchKey } from '#core/runtime/ids.ts';
import { put, write } from '#core/storage/writes.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import { indexes } from '#tables/indexes.ts';
import { hashApiKey } from './key-hashes.ts';

export async function addSearchKey(
  { orgId, authUserId, sessionId, startedAt }: MemberPrincipal,
  indexId: string,
  now: Date,
): Promise<{ api_key: string; expires_at: string }> {
  const api_key = newSearchKey();
  const expiresAt = Math.floor(now.getTime() / 1000) + limits.searchKeySeconds;
  await write(
    put(
      'dynamodb:PutItem Indexes',
      indexes.keyHash,
      indexes.keyHash.key({ hash: hashApiKey(api_key) }),
      {
        org_id: orgId,
        index_id: indexId,
        session: { auth_user_id: authUserId, session_id: sessionId, started_at: startedAt },
        expires_at: expiresAt,
      },
    ),
  );
  return { api_key, expires_at: new Date(expiresAt * 1000).toISOString() };
}
