import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { getUser, type UserRecord } from '#functions/store/accounts.ts';
import { findApiKey } from '#functions/store/index-keys.ts';
import type { Access } from '#shared/contract/endpoint.ts';
import { ProductError } from '#shared/errors.ts';

/** What a verified identity token says. */
export interface TokenPrincipal {
  authUserId: string;
  email: string;
  emailVerified: boolean;
}

/** A signed-in person with a user record. The record decides, not the token: changes take effect at once. */
export interface UserPrincipal extends TokenPrincipal {
  user: UserRecord;
}

export interface MemberPrincipal extends UserPrincipal {
  orgId: string;
}

/** The holder of an API key, which is good for one index. */
export interface ApiKeyPrincipal {
  orgId: string;
  indexId: string;
  keyId: string;
}

interface Principals {
  public: undefined;
  token: TokenPrincipal;
  user: UserPrincipal;
  member: MemberPrincipal;
  'api-key': ApiKeyPrincipal;
}

export type PrincipalOf<A extends Access> = Principals[A];

/** The claims that API Gateway's JWT authorizer verified; it accepts access tokens too, we do not. */
function tokenPrincipal(event: APIGatewayProxyEventV2): TokenPrincipal {
  const context = event.requestContext as {
    authorizer?: { jwt?: { claims?: Record<string, unknown> } };
  };
  const claims = context.authorizer?.jwt?.claims;
  if (claims?.token_use !== 'id' || !claims.sub || !claims.email) {
    throw new ProductError('Unauthenticated');
  }
  return {
    authUserId: String(claims.sub),
    email: String(claims.email).toLowerCase(),
    emailVerified: String(claims.email_verified) === 'true',
  };
}

async function userPrincipal(event: APIGatewayProxyEventV2): Promise<UserPrincipal> {
  const token = tokenPrincipal(event);
  const user = await getUser(token.authUserId);
  if (!user) throw new ProductError('UserNotFound');
  return { ...token, user };
}

async function memberPrincipal(event: APIGatewayProxyEventV2): Promise<MemberPrincipal> {
  const principal = await userPrincipal(event);
  if (!principal.user.org_id) throw new ProductError('NoOrganization');
  return { ...principal, orgId: principal.user.org_id };
}

async function apiKeyPrincipal(event: APIGatewayProxyEventV2): Promise<ApiKeyPrincipal> {
  const apiKey = event.headers['x-api-key'];
  const indexId = event.pathParameters?.index_id;
  if (!apiKey || !indexId) throw new ProductError('InvalidApiKey');
  const found = await findApiKey(apiKey);
  // One answer for a wrong key and for a key of another index: ids of indexes stay a secret.
  if (found?.indexId !== indexId) throw new ProductError('InvalidApiKey');
  return found;
}

const resolvers: { [A in Access]: (event: APIGatewayProxyEventV2) => Promise<Principals[A]> } = {
  public: async () => undefined,
  token: async (event) => tokenPrincipal(event),
  user: userPrincipal,
  member: memberPrincipal,
  'api-key': apiKeyPrincipal,
};

/** Establishes who calls. Throws the product error that the access kind implies. */
export function resolvePrincipal<A extends Access>(
  access: A,
  event: APIGatewayProxyEventV2,
): Promise<PrincipalOf<A>> {
  return resolvers[access](event) as Promise<PrincipalOf<A>>;
}

/** Ids of organisations in bodies and queries are accepted and checked; a foreign one does not exist. */
export function requireOwnOrganization(principal: MemberPrincipal, orgId: string | undefined) {
  if (orgId !== undefined && orgId !== principal.orgId) throw new ProductError('NotFound');
}

/** The same for the ids and addresses of users, whose existence is a secret too. */
export function requireSelf(
  principal: TokenPrincipal,
  claimed: { authUserId?: string; email?: string },
) {
  const { authUserId = principal.authUserId, email = principal.email } = claimed;
  if (authUserId !== principal.authUserId || email !== principal.email) {
    throw new ProductError('Forbidden');
  }
}
