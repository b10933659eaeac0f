import type { Cognito, SignedIn } from '#local/aws/cognito/context.ts';
import type { Metadata } from '#local/aws/cognito/shape.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';

type Claims = Record<string, unknown>;

interface Override {
  claimsToAddOrOverride?: Claims;
  claimsToSuppress?: string[];
  scopesToAdd?: string[];
  scopesToSuppress?: string[];
}

/** Claims that a trigger cannot change, because they say who the token is for. */
const reserved = new Set([
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'client_id', 'exp', 'iat', 'iss', 'jti'],
  ...['event_id', 'nbf', 'nonce', 'origin_jti', 'sub', 'token_use', 'username', 'cognito:username'],
]);

/** Lets the pool's `PreTokenGeneration` trigger add, change or drop claims. */
export async function customiseClaims(
  cognito: Cognito,
  {
    pool,
    client,
    user,
    source,
    clientMetadata,
  }: SignedIn & { source: string; clientMetadata?: Metadata },
  { id, access }: { id: Claims; access: Claims },
): Promise<{ id: Claims; access: Claims }> {
  const both = pool.triggers.preTokenVersion !== '1';
  const field = both ? 'claimsAndScopeOverrideDetails' : 'claimsOverrideDetails';
  const groups = { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null };
  const response = await runTrigger(cognito, pool, 'PreTokenGeneration', {
    source,
    user,
    clientId: client.id,
    request: {
      groupConfiguration: groups,
      clientMetadata,
      ...(both && { scopes: String(access.scope).split(' ') }),
    },
    response: { [field]: null },
  });
  const details = response?.[field] as Record<string, unknown> | null | undefined;
  if (!details) return { id, access };
  if (!both) return { id: apply(id, details), access };
  return {
    id: apply(id, details.idTokenGeneration as Override | undefined),
    access: apply(access, details.accessTokenGeneration as Override | undefined),
  };
}

function apply(claims: Claims, override: Override | null | undefined): Claims {
  if (!override) return claims;
  const added = Object.entries(override.claimsToAddOrOverride ?? {});
  const result = {
    ...claims,
    ...Object.fromEntries(added.filter(([name]) => !reserved.has(name))),
  };
  for (const name of override.claimsToSuppress ?? []) if (!reserved.has(name)) delete result[name];
  if (!override.scopesToAdd && !override.scopesToSuppress) return result;
  const kept = String(claims.scope).split(' ');
  const scopes = new Set([...kept, ...(override.scopesToAdd ?? [])]);
  for (const scope of override.scopesToSuppress ?? []) scopes.delete(scope);
  return { ...result, scope: [...scopes].join(' ') };
}
