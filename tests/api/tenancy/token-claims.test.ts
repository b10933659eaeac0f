/**
 * Each claim of a token is checked. The tokens are signed with the installation's own key and have one
 * wrong claim each, so the claim is refused and not the signature.
 */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, expect, inject, test } from 'vitest';
import { openSigningKey } from '#local/aws/cognito/signing-key.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { isOpen } from '#shared/contract/endpoint.ts';
import { type Member, newAdmin, newUser } from '../support/people.ts';
import { send } from './send.ts';

const key = openSigningKey(join(inject('installation').dataDir, 'aws'));
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const now = Math.floor(Date.now() / 1000);
const names = endpointNames.filter((name) => !isOpen(contract[name].access));

let admin: Member;
beforeAll(async () => {
  admin = await newAdmin();
});

const sign = (claims: object, privateKey = key.privateKey) =>
  new SignJWT({ ...decodeJwt(admin.idToken), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid })
    .sign(privateKey);

test('a correct token is accepted', async () => {
  const { status } = await send('get-user', {}, await sign({}));
  expect(status).toBe(200);
});

const wrong: Record<string, () => Promise<string>> = {
  'has expired': () => sign({ exp: now - 1 }),
  'never expires': () => sign({ exp: undefined }),
  'is not valid yet': () => sign({ nbf: now + 3600 }),
  'is of another user pool': () =>
    sign({ iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Another00' }),
  'is of no issuer': () => sign({ iss: undefined }),
  'was made for another app': () => sign({ aud: 'another-client' }),
  'was made for no app': () => sign({ aud: undefined }),
  'is an access token in all but name': () => sign({ token_use: 'access' }),
  'has no use': () => sign({ token_use: undefined }),
  'has no subject': () => sign({ sub: undefined }),
  'is signed with another key': () => sign({}, strange),
};

test.each(Object.keys(wrong))('no endpoint accepts a token that %s', async (kind) => {
  const token = await wrong[kind]!();
  for (const name of names) {
    const { status, text } = await send(name, { body: {} }, token);
    expect(status, `${name}: ${text}`).toBe(401);
  }
});

test('claims about role and organization in a token change nothing', async () => {
  const user = await newUser();
  const claims = { 'custom:role': 'admin', 'custom:org_id': admin.orgId };
  const token = await sign({ ...decodeJwt(user.idToken), ...claims });
  const { code } = await send('list-users', { query: { org_id: admin.orgId } }, token);
  expect(code).toBe('NoOrganization');
});
