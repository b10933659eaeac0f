import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerResolver, type Usage } from '#core/request/caller-resolver.ts';
import { setting } from '#core/runtime/config.ts';
import type { BucketPolicy } from '#core/storage/token-bucket.ts';
import {
  giveBackOfDay,
  type KeySession,
  takeOfDay,
  takeOfSecond,
  takeQuery,
} from '#functions/indexes/index.ts';
import { getOrganization, memberOfSession } from '#functions/people/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { quotaNear } from '#shared/webhooks.ts';
import { countQuery, dayOf, uncountQuery } from './query-usage.ts';
import { requireAllowed } from './require-allowed.ts';

const dayMs = 86_400_000;

/** Calls that a key with a limit of its own may send at once, in seconds of that limit. */
const ownBurst = 10;

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
  /** Queries that the key may send on a day, if it has a budget of its own. */
  budget: number | undefined;
}

/**
 * The holder of a key of the index in the path, within two limits: of this key for some seconds, and of all
 * keys of the organization for the day. Headers of the answer name the remaining requests.
 */
export const keyHolder = /* @__PURE__ */ callerResolver('api-key', async (event, endpoint) => {
  const { principal, headers, ofKey, nowMs } = await holdKey(event, endpoint);
  const usage = countOfDay(principal, nowMs, ofKey);
  // A refusal is thrown where this promise is awaited. This handler only prevents an unhandled rejection
  // until then.
  usage.catch(() => undefined);
  return { principal, headers, usage };
});

/** The same within the limit of the key only: for calls that are not queries, and free. */
export const uncountedKeyHolder = /* @__PURE__ */ callerResolver(
  'api-key',
  async (event, endpoint) => {
    const { principal, headers: ofCaller, ofKey, nowMs } = await holdKey(event, endpoint);
    const organization = await getOrganization(principal.orgId);
    if (!organization) throw new ProductError('InvalidApiKey');
    if (subscriptionOf(organization, nowMs)._isExpired) {
      throw new ProductError('SubscriptionExpired', undefined, ofCaller);
    }
    const confidential = organization.confidential_queries === true;
    const headers = headersOf([ofKey]);
    const usage = { headers, confidential, takeBack: async () => headers };
    return { principal, headers: ofCaller, usage: Promise.resolve(usage) };
  },
);

/**
 * Checks the key, all of its restrictions that the request tells of, and takes a token of it. Throws `InvalidApiKey`,
 * `KeyRestricted` or `RateLimited`.
 */
async function holdKey(event: APIGatewayProxyEventV2, endpoint: Endpoint) {
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
  const { orgId, keyId, session, mayChangeRows, restrictions = {} } = found;
  const userId = session && (await personOf(orgId, session));
  const headers = requireAllowed(restrictions, event, endpoint);
  const own = restrictions.queries_per_second;
  const ofKey =
    own === undefined || found.waitMs !== undefined
      ? allowanceOf(policy, found)
      : await takeOwn(keyId!, { burst: ownBurst * own, intervalMs: 1000 / own }, nowMs);
  if (ofKey.waitMs !== undefined) {
    const refusal = { ...headers, ...refusalHeaders(ofKey.waitMs, [ofKey]) };
    throw new ProductError('RateLimited', undefined, refusal);
  }

  const authUserId = session?.auth_user_id;
  const principal: ApiKeyPrincipal = {
    orgId,
    indexId,
    keyId,
    userId,
    authUserId,
    mayChangeRows,
    budget: restrictions.queries_per_day,
  };
  return { principal, headers, ofKey, nowMs };
}

/** What a bucket of a key still has. */
function allowanceOf(
  { burst, intervalMs }: BucketPolicy,
  { remaining, waitMs }: { remaining: number; waitMs?: number },
) {
  return {
    name: 'key',
    quota: burst,
    windowMs: burst * intervalMs,
    remaining,
    resetMs: waitMs ?? (burst - remaining) * intervalMs,
    waitMs,
  };
}

/** Takes a token of the bucket that a restricted key has of its own. */
async function takeOwn(keyId: string, policy: BucketPolicy, nowMs: number) {
  const taken = await takeOfSecond(keyId, policy, nowMs);
  return allowanceOf(policy, taken.taken ? taken : { remaining: 0, waitMs: taken.waitMs });
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

/** Counts the query, for the key if it has a budget, and for its organization. Throws `SubscriptionExpired` or `QuotaExceeded`. */
async function countOfDay(
  principal: ApiKeyPrincipal,
  nowMs: number,
  ofKey: Allowance,
): Promise<Usage> {
  const { orgId } = principal;
  const day = dayOf(new Date(nowMs));
  const ofBudget = await countOfBudget(principal, day, nowMs, ofKey);
  const usage = await countQuery(orgId, day);
  if (!usage) throw new ProductError('InvalidApiKey');
  const { _isExpired, status } = subscriptionOf(usage, nowMs);
  if (_isExpired) throw new ProductError('SubscriptionExpired');
  const quota = dailyQuota(usage, status);
  const left = quota - usage.queries_today;
  if (usage.queries_today === Math.ceil(quota * quotaNear)) {
    const data = { day, used: usage.queries_today, quota };
    await emitEvent(orgId, { type: 'quota.near', key: day, data }, new Date(nowMs));
  }
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
  const headers = headersOf([ofKey, ofDay, ...ofBudget]);
  return {
    headers,
    confidential: usage.confidential_queries === true,
    async takeBack() {
      if (principal.budget !== undefined) await giveBackOfDay(principal.keyId!, 1, day);
      const after = await uncountQuery(orgId, day);
      if (!after) return headers;
      const remaining = Math.max(0, quota - after.queries_today);
      const more = ofBudget.map((each) => ({ ...each, remaining: each.remaining + 1 }));
      return headersOf([ofKey, { ...ofDay, remaining }, ...more]);
    },
  };
}

/** Takes a query from the day's budget of a key that has one. Throws `QuotaExceeded`. */
async function countOfBudget(
  { budget, keyId }: ApiKeyPrincipal,
  day: string,
  nowMs: number,
  ofKey: Allowance,
): Promise<Allowance[]> {
  if (budget === undefined) return [];
  const left = await takeOfDay(keyId!, 1, budget, day, nowMs);
  const allowance = {
    name: 'key-day',
    quota: budget,
    windowMs: dayMs,
    remaining: left ?? 0,
    resetMs: dayMs - (nowMs % dayMs),
  };
  if (left !== undefined) return [allowance];
  throw new ProductError(
    'QuotaExceeded',
    'This key has used its queries of today. There are new ones after midnight UTC.',
    refusalHeaders(allowance.resetMs, [ofKey, allowance]),
  );
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
