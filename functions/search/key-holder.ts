import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerResolver, type Usage } from '#core/request/caller-resolver.ts';
import { setting } from '#core/runtime/config.ts';
import { type KeySession, takeQuery } from '#functions/indexes/index.ts';
import { getOrganization, memberOfSession } from '#functions/people/index.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { countQuery, uncountQuery } from './query-usage.ts';

const dayMs = 86_400_000;

/** The holder of an API key, or a person on a page with the key of their session. Both are valid for one index. */
export interface ApiKeyPrincipal {
  orgId: string;
  indexId: string;
  /** Of an API key. */
  keyId: string | undefined;
  /** `item_id` of the person on the page, and their account. */
  userId: string | undefined;
  authUserId: string | undefined;
  /** Whether the key may change rows of the index, too. */
  mayChangeRows: boolean;
}

/**
 * The holder of a key of the index in the path, within two limits: of this key for some seconds, and of all
 * keys of the organization for the day. Headers of the answer name the remaining requests.
 */
export const keyHolder = /* @__PURE__ */ callerResolver('api-key', async (event) => {
  const { principal, ofKey, nowMs } = await holdKey(event);
  const usage = countOfDay(principal.orgId, nowMs, ofKey);
  // A refusal is thrown where this promise is awaited. This handler only prevents an unhandled rejection
  // until then.
  usage.catch(() => undefined);
  return { principal, usage };
});

/** The same within the limit of the key only: for calls that are not queries, and free. */
export const uncountedKeyHolder = /* @__PURE__ */ callerResolver('api-key', async (event) => {
  const { principal, ofKey, nowMs } = await holdKey(event);
  const organization = await getOrganization(principal.orgId);
  if (!organization) throw new ProductError('InvalidApiKey');
  if (subscriptionOf(organization, nowMs)._isExpired) throw new ProductError('SubscriptionExpired');
  const confidential = organization.confidential_queries === true;
  const headers = headersOf([ofKey]);
  const usage = { headers, confidential, takeBack: async () => headers };
  return { principal, usage: Promise.resolve(usage) };
});

/** Checks the key and takes a token of it. Throws `InvalidApiKey` or `RateLimited`. */
async function holdKey(event: APIGatewayProxyEventV2) {
  const apiKey = event.headers['x-api-key'] ?? bearerOf(event.headers.authorization);
  const indexId = event.pathParameters?.index_id;
  if (!apiKey || !indexId) throw new ProductError('InvalidApiKey');
  const nowMs = Date.now();
  const policy = {
    burst: Number(setting('QUERY_BURST')),
    intervalMs: 1000 / Number(setting('QUERIES_PER_SECOND')),
  };
  const found = await takeQuery(apiKey, indexId, policy, nowMs);
  // One answer for a wrong key and for a key of another index: ids of indexes stay a secret.
  if (!found) throw new ProductError('InvalidApiKey');
  const { orgId, keyId, session, mayChangeRows, remaining, waitMs } = found;
  const userId = session && (await personOf(orgId, session));
  const ofKey: Allowance = {
    name: 'key',
    quota: policy.burst,
    windowMs: policy.burst * policy.intervalMs,
    remaining,
    resetMs: waitMs ?? (policy.burst - remaining) * policy.intervalMs,
  };
  if (waitMs !== undefined) {
    throw new ProductError('RateLimited', undefined, refusalHeaders(waitMs, [ofKey]));
  }

  const authUserId = session?.auth_user_id;
  const principal: ApiKeyPrincipal = {
    orgId,
    indexId,
    keyId,
    userId,
    authUserId,
    mayChangeRows,
  };
  return { principal, ofKey, nowMs };
}

/** The key of callers that can only send the header of OAuth. */
const bearerOf = (header = '') => /^Bearer (\S+)$/i.exec(header)?.[1];

/** Throws `InvalidApiKey` if the session or the membership has ended: a key must not outlive them. */
async function personOf(
  orgId: string,
  { auth_user_id: authUserId, session_id: sessionId, started_at: startedAt }: KeySession,
): Promise<string> {
  const person = await memberOfSession(orgId, { authUserId, sessionId, startedAt });
  if (!person) throw new ProductError('InvalidApiKey');
  return person.item_id;
}

/** Counts the query. Throws `SubscriptionExpired` or `QuotaExceeded`. */
async function countOfDay(orgId: string, nowMs: number, ofKey: Allowance): Promise<Usage> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const usage = await countQuery(orgId, day);
  if (!usage) throw new ProductError('InvalidApiKey');
  const { _isExpired, status } = subscriptionOf(usage, nowMs);
  if (_isExpired) throw new ProductError('SubscriptionExpired');
  const quota = dailyQuota(usage, status);
  const left = quota - usage.queries_today;
  const ofDay: Allowance = {
    name: 'day',
    quota,
    windowMs: dayMs,
    remaining: Math.max(0, left),
    resetMs: dayMs - (nowMs % dayMs),
  };
  if (left < 0) {
    const answer = refusalHeaders(ofDay.resetMs, [ofKey, ofDay]);
    throw new ProductError('QuotaExceeded', undefined, answer);
  }
  const headers = headersOf([ofKey, ofDay]);
  return {
    headers,
    confidential: usage.confidential_queries === true,
    async takeBack() {
      const after = await uncountQuery(orgId, day);
      if (!after) return headers;
      const remaining = Math.max(0, quota - after.queries_today);
      return headersOf([ofKey, { ...ofDay, remaining }]);
    },
  };
}

interface Allowance {
  name: string;
  quota: number;
  windowMs: number;
  remaining: number;
  /** When the full quota is available again. */
  resetMs: number;
}

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Fields of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ */
function headersOf(allowances: readonly Allowance[]): Record<string, string> {
  const list = (part: (allowance: Allowance) => string) =>
    allowances.map((allowance) => `"${allowance.name}";${part(allowance)}`).join(', ');
  return {
    'ratelimit-policy': list(({ quota, windowMs }) => `q=${quota};w=${seconds(windowMs)}`),
    ratelimit: list(({ remaining, resetMs }) => `r=${remaining};t=${seconds(resetMs)}`),
  };
}

const refusalHeaders = (waitMs: number, allowances: readonly Allowance[]) => ({
  ...headersOf(allowances),
  'retry-after': String(seconds(waitMs)),
});
