import { createRemoteJWKSet, jwtVerify } from 'jose';
import { env, optionalSetting, setting } from '#core/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import { principalOfClaims, type TokenPrincipal } from './principal.ts';

let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

/**
 * Checks an identity token as the gateway's authorizer does, on routes that the gateway leaves open.
 * Throws `Unauthenticated`, and `Busy` while the keys cannot be fetched in time.
 */
export async function verifyToken(authorization: string, network: string): Promise<TokenPrincipal> {
  const poolId = setting('USER_POOL_ID');
  const issuer = `https://cognito-idp.${env('AWS_REGION')}.amazonaws.com/${poolId}`;
  const endpoint = optionalSetting('USER_POOL_ENDPOINT');
  const home = endpoint ? `${endpoint}${poolId}` : issuer;
  keys ??= createRemoteJWKSet(new URL(`${home}/.well-known/jwks.json`));
  const token = authorization.replace(/^Bearer\s+/i, '');
  const options = {
    issuer,
    audience: setting('USER_POOL_CLIENT_ID'),
    algorithms: ['RS256'],
    requiredClaims: ['exp'],
    currentDate: new Date(),
  };
  const verified = await jwtVerify(token, keys, options).catch((error) => {
    // A failure of the key server is not the caller's fault. One that is slow may answer the next call.
    if (error.code === 'ERR_JWKS_TIMEOUT') throw new ProductError('Busy');
    if (/^ERR_J(WT|WS|OSE_(ALG|NOT))|^ERR_JWKS_NO_MATCHING_KEY$/.test(error.code ?? '')) {
      throw new ProductError('Unauthenticated');
    }
    throw error;
  });
  return principalOfClaims(verified.payload, network);
}
