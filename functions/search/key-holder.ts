import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Caller, callerResolver, type Usage } from '#core/request/caller-resolver.ts';
import { setting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import type { BucketPolicy } from '#core/storage/token-bucket.ts';
import {
  addPrepaid,
  giveBackOfDay,
  hashApiKey,
  type KeySession,
  type Prepaid,
  takeOfDay,
  takeOfSecond,
  takeQuery,
} from '#functions/indexes/index.ts';
import { getOrganization, memberOfSession } from '#functions/people/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type KeyRestrictions, keyUses } from '#shared/contract/key-restrictions.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { quotaNear } from '#shared/webhooks.ts';
import { countQuery } from './count-query.ts';
import type { Sight } from './query-published-index.ts';
import { dayOf } from './query-usage.ts';
import { requireAllowed, showRefusal } from './require-allowed.ts';
import { isToken, type VerifiedToken, verifyToken } from './tenant-token.ts';

const dayMs = 86_400_000;

/** Calls that a key with a limit of its own may send at once, in seconds of that limit. */
const ownBurst = 10;

/** Queries of a day. The id is that of what counts them. */
export interface DayBudget {
  id: string;
  queries: number;
}

/** The holder of an API key, or a person on a page with the key of their session. Both are valid for one index. */
export interface ApiKeyPrincipal extends Sight {
  orgId: string;
  /** Of an API key. */
  keyId: string | undefined;
  /** `item_id` of the person on the page, and their account. */
  userId: string | undefined;
  authUserId: string | undefined;
  /** Whether the key may change rows of the index, too. */
  mayChangeRows: boolean;
  /** Of the key, and of the token: how many queries they may send on a day, where they have a budget of their own. */
  budgets: readonly DayBudget[];
}

/**
 * The holder of a key of the index in the path, within two limits: of this key for some seconds, and of all
 * keys of the organization for the day. Headers of the answer name the remaining requests.
 */
export const keyHolder = /* @__PURE__ */ callerResolver('api-key', (event, endpoint) =>
  holdCounted(event, endpoint, 1),
);

/** The same for a call that counts as many queries as its body has `requests`. */
export const keyHolderOfSeveral = /* @__PURE__ */ callerResolver('api-key', (event, endpoint) =>
  holdCounted(event, endpoint, requestsOf(event)),
);

/** The keys that a body names, each for one index. */
export interface KeysOfBody {
  /**
   * Holds a key as if the call were one with it alone: within its restrictions and limits, counted as a query.
   * @throws ProductError as `keyHolder`
   */
  hold(indexId: string, apiKey: string): Promise<Caller<ApiKeyPrincipal>>;
}

/**
 * Callers who search several indexes, with a key of each in the body. A page reads the answer if every key that was held allows
 * it to. Throws `InvalidApiKey` if the body has no list of them.
 */
export const keysOfBody = /* @__PURE__ */ callerResolver('api-key', async (event, endpoint) => {
  if (!listIn(event, 'indexes')) throw new ProductError('InvalidApiKey');
  const headers: Record<string, string> = {};
  const shown: Record<string, string>[] = [];
  const principal: KeysOfBody = {
    async hold(indexId, apiKey) {
      const { authorization: _, ...sent } = event.headers;
      const own = {
        ...event,
        headers: { ...sent, 'x-api-key': apiKey },
        pathParameters: { index_id: indexId },
      };
      const caller = await holdCounted(own, endpoint, 1);
      shown.push(caller.headers);
      for (const name of Object.keys(headers)) delete headers[name];
      if (shown.every((each) => Object.keys(each).length > 0)) Object.assign(headers, shown[0]);
      return caller;
    },
  };
  const usage = { headers, confidential: false, takeBack: async () => headers };
  return { principal, usage: Promise.resolve(usage) };
});

/** A body that is refused later, because it has none or too many, counts until then as one that is not. */
function requestsOf(event: APIGatewayProxyEventV2): number {
  const sent = listIn(event, 'requests')?.length ?? 1;
  return Math.min(limits.queriesOfCall, Math.max(1, sent));
}

/** A list in a body that was not checked yet; undefined if it has none. */
function listIn(
  { body = '', isBase64Encoded }: APIGatewayProxyEventV2,
  member: string,
): readonly unknown[] | undefined {
  try {
    const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    const list: unknown = JSON.parse(text)?.[member];
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

async function holdCounted(event: APIGatewayProxyEventV2, endpoint: Endpoint, queries: number) {
  const { principal, headers, ...held } = await holdKey(event, endpoint, queries, queries);
  const usage = countOfDay(principal, queries, held);
  // A refusal is thrown where this promise is awaited. This handler only prevents an unhandled rejection
  // until then.
  usage.catch(() => undefined);
  return { principal, headers, usage };
}

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
 * Checks the key, all of its restrictions that the request tells of, and takes its token for each query. Throws `InvalidApiKey`,
 * `KeyRestricted` or `RateLimited`.
 */
async function holdKey(event: APIGatewayProxyEventV2, endpoint: Endpoint, tokens = 1, counted = 0) {
  try {
    return await findHolder(event, endpoint, tokens, counted);
  } catch (error) {
    showRefusal(error, event);
    throw error;
  }
}

async function findHolder(
  event: APIGatewayProxyEventV2,
  endpoint: Endpoint,
  tokens: number,
  counted: number,
) {
  const apiKey = event.headers['x-api-key'] ?? bearerOf(event.headers.authorization);
  const indexId = event.pathParameters?.index_id;
  if (!apiKey || !indexId) throw new ProductError('InvalidApiKey');
  const nowMs = Date.now();
  const policy = {
    burst: Number(setting('QUERY_BURST')),
    intervalMs: 1000 / Number(setting('QUERIES_PER_SECOND')),
    tokens,
  };
  const token = isToken(apiKey) ? await verifyToken(apiKey, nowMs) : undefined;
  const hash = token?.keyId ?? hashApiKey(apiKey);
  const found = await takeQuery(hash, indexId, policy, nowMs, counted);
  // One answer for a wrong key and for a key of another index: ids of indexes stay a secret.
  if (!found) throw new ProductError('InvalidApiKey');
  try {
    return await holderOf(found, { indexId, token, event, endpoint, policy, nowMs });
  } catch (error) {
    // What is refused does not count.
    if (counted > 0 && found.waitMs === undefined) await addPrepaid(found.prepaid, counted);
    throw error;
  }
}

interface KeyCall {
  indexId: string;
  /** Of a caller with a tenant token instead of the key. */
  token: VerifiedToken | undefined;
  event: APIGatewayProxyEventV2;
  endpoint: Endpoint;
  policy: BucketPolicy;
  nowMs: number;
}

/** Checks what the key is allowed, and its own limit. Throws `InvalidApiKey`, `KeyRestricted` or `RateLimited`. */
async function holderOf(
  found: NonNullable<Awaited<ReturnType<typeof takeQuery>>>,
  { indexId, token, event, endpoint, policy, nowMs }: KeyCall,
) {
  if (token && !found.publicKeys.includes(token.publicKey)) throw new ProductError('InvalidApiKey');
  const { orgId, keyId, session, restrictions = {} } = found;
  const userId = session && (await personOf(orgId, session));
  const limited = [{ id: keyId!, ...restrictions }, ...(token ? [limitsOf(token)] : [])];
  const headers = Object.assign(
    {},
    ...limited.map((each) => requireAllowed(each, event, endpoint)),
  ) as Record<string, string>;
  let ofKey: KeyAllowance = allowanceOf(policy, found);
  for (const { id, queries_per_second: own } of limited) {
    if (own === undefined || ofKey.waitMs !== undefined) continue;
    const ofOwn = { ...policy, burst: ownBurst * own, intervalMs: 1000 / own };
    ofKey = await takeOwn(id, ofOwn, nowMs);
  }
  if (ofKey.waitMs !== undefined) {
    throw new ProductError('RateLimited', undefined, refusalHeaders(ofKey.waitMs, [ofKey]));
  }

  const authUserId = session?.auth_user_id;
  const principal: ApiKeyPrincipal = {
    orgId,
    indexId,
    keyId,
    userId,
    authUserId,
    mayChangeRows: found.mayChangeRows && !token,
    budgets: limited.flatMap(({ id, queries_per_day: queries }) =>
      queries === undefined ? [] : [{ id, queries }],
    ),
    scope: limited.map(scopeOf).reduce(within),
    cursorKey: found.cursorKey,
    misfit: (message) => new ProductError('KeyRestricted', message),
  };
  return { principal, headers, ofKey, nowMs, prepaid: found.prepaid };
}

/** What a token narrows beside its key. It never changes rows. */
const limitsOf = ({ keyId, claims }: VerifiedToken) => ({
  ...claims,
  id: `${keyId}#${claims.jti}`,
  uses: claims.uses ?? [...keyUses],
});

/** The part that is within two. */
function within(one: Sight['scope'], other: Sight['scope']): Sight['scope'] {
  if (!one || !other) return one ?? other;
  const { columns } = other;
  const rows = [...(one.rows ?? []), ...(other.rows ?? [])];
  return {
    rows: one.rows || other.rows ? rows : undefined,
    columns:
      one.columns && columns
        ? one.columns.filter((name) => columns.includes(name))
        : (one.columns ?? columns),
  };
}

/** The part of the index that a key sees; undefined for all of it. */
const scopeOf = ({
  columns,
  filters,
}: Pick<KeyRestrictions, 'columns' | 'filters'>): Sight['scope'] =>
  columns || filters ? { columns, rows: filters } : undefined;

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

/**
 * Counts the queries, for the key if it has a budget, and for its organization. Throws `SubscriptionExpired` or
 * `QuotaExceeded`: of several queries all count or none.
 */
async function countOfDay(
  principal: ApiKeyPrincipal,
  queries: number,
  { nowMs, ofKey, prepaid }: { nowMs: number; ofKey: Allowance; prepaid: Prepaid },
): Promise<Usage> {
  const { orgId } = principal;
  const day = dayOf(new Date(nowMs));
  const ofBudgets = await countOfBudgets(principal, queries, day, nowMs, ofKey).catch(
    async (error) => {
      await addPrepaid(prepaid, queries);
      throw error;
    },
  );
  const counted = await countQuery(orgId, queries, day, prepaid, nowMs);
  if (!counted) throw new ProductError('InvalidApiKey');
  const { organization, used, rise, isPrepaid } = counted;
  const giveBack = async (back: number) => {
    for (const { id } of principal.budgets) await giveBackOfDay(id, back, day);
    await counted.giveBack(back);
  };
  const { _isExpired, status } = subscriptionOf(organization, nowMs);
  if (_isExpired) {
    if (isPrepaid) await giveBack(queries);
    throw new ProductError('SubscriptionExpired');
  }
  const quota = dailyQuota(organization, status);
  const left = quota - used;
  const near = Math.ceil(quota * quotaNear);
  if (rise.to >= near && rise.to - rise.by < near) {
    const data = { day, used: rise.to, quota };
    // The query is answered whether or not this can be told.
    await emitEvent(orgId, { type: 'quota.near', key: day, data }, new Date(nowMs)).catch((error) =>
      logger.error('event not sent', { org: orgId, event: 'quota.near', error }),
    );
  }
  const ofDay: Allowance = {
    name: 'day',
    quota,
    windowMs: dayMs,
    remaining: Math.max(0, left),
    resetMs: dayMs - (nowMs % dayMs),
  };
  if (left < 0) {
    // What is left is enough for fewer.
    if (queries > 1 || isPrepaid) await giveBack(queries);
    const answer = refusalHeaders(ofDay.resetMs, [ofKey, ofDay]);
    throw new ProductError('QuotaExceeded', undefined, answer);
  }
  const headers = headersOf([ofKey, ofDay, ...ofBudgets]);
  return {
    headers,
    confidential: organization.confidential_queries === true,
    async takeBack(back = queries) {
      await giveBack(back);
      const remaining = left + back;
      const more = ofBudgets.map((each) => ({ ...each, remaining: each.remaining + back }));
      return headersOf([ofKey, { ...ofDay, remaining }, ...more]);
    },
  };
}

/** Takes the queries from each budget of the day; several from all or from none. Throws `QuotaExceeded`. */
async function countOfBudgets(
  { budgets }: ApiKeyPrincipal,
  wanted: number,
  day: string,
  nowMs: number,
  ofKey: Allowance,
): Promise<Allowance[]> {
  const allowances: Allowance[] = [];
  for (const { id, queries } of budgets) {
    const left = await takeOfDay(id, wanted, queries, day, nowMs);
    allowances.push({
      name: id.includes('#') ? 'token-day' : 'key-day',
      quota: queries,
      windowMs: dayMs,
      remaining: left ?? 0,
      resetMs: dayMs - (nowMs % dayMs),
    });
    if (left !== undefined) continue;
    // As with the quota of the organization: what is left of the others is enough for fewer.
    const others = wanted > 1 ? budgets.slice(0, allowances.length - 1) : [];
    for (const other of others) await giveBackOfDay(other.id, wanted, day);
    throw new ProductError(
      'QuotaExceeded',
      wanted > 1
        ? `This call counts as ${wanted} queries, and this key has fewer left today. There are new ones after midnight UTC.`
        : 'This key has used its queries of today. There are new ones after midnight UTC.',
      refusalHeaders(allowances.at(-1)!.resetMs, [ofKey, ...allowances]),
    );
  }
  return allowances;
}

interface KeyAllowance extends Allowance {
  /** Set if the call has to wait. */
  waitMs: number | undefined;
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
