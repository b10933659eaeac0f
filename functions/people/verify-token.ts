import { createRemoteJWKSet, jwtVerify } from 'jose';
import { env, optionalSetting, setting } from '#core/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import { principalOfClaims, type TokenPrincipal } from './principal.ts';

let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

const poolId = () => setting('USER_POOL_ID');
const issuerOf = () => `https://cognito-idp.${env('AWS_REGION')}.amazonaws.com/${poolId()}`;

function openKeys() {
  const endpoint = optionalSetting('USER_POOL_ENDPOINT');
  const home = endpoint ? `${endpoint}${poolId()}` : issuerOf();
  keys ??= createRemoteJWKSet(new URL(`${home}/.well-known/jwks.json`));
  return keys;
}

/** Fetches the keys before the first token comes. */
export const fetchTokenKeys = (): Promise<void> => openKeys().reload();

/**
 * Checks an identity token as the gateway's authorizer does, on routes that the gateway leaves open.
 * Throws `Unauthenticated`, and `Busy` while the keys cannot be fetched in time.
 */
export async function verifyToken(authorization: string, network: string): Promise<TokenPrincipal> {
  const token = authorization.replace(/^Bearer\s+/i, '');
  const options = {
    issuer: issuerOf(),
    audience: setting('USER_POOL_CLIENT_ID'),
    algorithms: ['RS256'],
    requiredClaims: ['exp'],
    currentDate: new Date(),
  };
  const verified = await jwtVerify(token, openKeys(), options).catch((error) => {
    // A failure of the key server is not the caller's fault. One that is slow may answer the next call.
    if (error.code === 'ERR_JWKS_TIMEOUT') throw new ProductError('Busy');
    if (/^ERR_J(WT|WS|OSE_(ALG|NOT))|^ERR_JWKS_NO_MATCHING_KEY$/.test(error.code ?? '')) {
      throw new ProductError('Unauthenticated');
    }
    throw error;
  });
  return principalOfClaims(verified.payload, network);
}
