import type { Resource } from '#local/assembly/resource.ts';

/** An app client as the template declares it. Lifetimes in milliseconds. */
export interface Client {
  id: string;
  poolId: string;
  /** `ALLOW_USER_SRP_AUTH` and the like. */
  flows: ReadonlySet<string>;
  accessTokenMs: number;
  idTokenMs: number;
  refreshTokenMs: number;
  /** How long a half-done sign-in may take. */
  challengeMs: number;
  hideUserExistence: boolean;
  /** Attributes the app may read or write; undefined: those AWS allows by default. */
  readable?: ReadonlySet<string>;
  writable?: ReadonlySet<string>;
}

const flowNames = new Set([
  ...['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  'ALLOW_ADMIN_USER_PASSWORD_AUTH',
]);
const honoured = new Set([
  ...['AccessTokenValidity', 'AuthSessionValidity', 'EnableTokenRevocation', 'ExplicitAuthFlows'],
  ...['IdTokenValidity', 'PreventUserExistenceErrors', 'ReadAttributes', 'RefreshTokenValidity'],
  ...['TokenValidityUnits', 'UserPoolId', 'WriteAttributes', 'GenerateSecret', 'ClientName'],
  ...['AllowedOAuthFlowsUserPoolClient', 'SupportedIdentityProviders', 'RefreshTokenRotation'],
]);
const unitMs: Record<string, number> = {
  seconds: 1e3,
  minutes: 60e3,
  hours: 3600e3,
  days: 86400e3,
};

/** Reads `AWS::Cognito::UserPoolClient`. Throws on a property that is not emulated. */
export function readClient({ ref, properties: p, logicalId }: Resource): Client {
  const refuse = (what: string): never => {
    throw new Error(`${logicalId}: ${what} is not emulated by the local Cognito`);
  };
  for (const name of Object.keys(p)) if (!honoured.has(name)) refuse(name);
  if (p.GenerateSecret) refuse('GenerateSecret');
  if (p.AllowedOAuthFlowsUserPoolClient) refuse('OAuth (set disableOAuth)');
  if (p.RefreshTokenRotation?.Feature === 'ENABLED') refuse('RefreshTokenRotation');
  if (p.EnableTokenRevocation === false) refuse('EnableTokenRevocation false');
  for (const provider of p.SupportedIdentityProviders ?? [])
    if (provider !== 'COGNITO') refuse(`identity provider ${provider}`);
  const flows: string[] = p.ExplicitAuthFlows ?? [
    'ALLOW_USER_SRP_AUTH',
    'ALLOW_REFRESH_TOKEN_AUTH',
  ];
  for (const flow of flows) if (!flowNames.has(flow)) refuse(`auth flow ${flow}`);
  const units = p.TokenValidityUnits ?? {};
  const lifetime = (value: number | undefined, unit: string, fallbackMs: number) =>
    value ? Number(value) * (unitMs[unit] ?? refuse(`unit ${unit}`)) : fallbackMs;
  return {
    id: ref,
    poolId: p.UserPoolId,
    flows: new Set(flows),
    accessTokenMs: lifetime(p.AccessTokenValidity, units.AccessToken ?? 'hours', 3600e3),
    idTokenMs: lifetime(p.IdTokenValidity, units.IdToken ?? 'hours', 3600e3),
    refreshTokenMs: lifetime(p.RefreshTokenValidity, units.RefreshToken ?? 'days', 30 * 86400e3),
    challengeMs: Number(p.AuthSessionValidity ?? 3) * 60e3,
    hideUserExistence: p.PreventUserExistenceErrors === 'ENABLED',
    readable: p.ReadAttributes && new Set(p.ReadAttributes),
    writable: p.WriteAttributes && new Set(p.WriteAttributes),
  };
}
