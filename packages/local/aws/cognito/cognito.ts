import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import type { Resource } from '#local/assembly/resource.ts';
import { accountOperations } from '#local/aws/cognito/account.ts';
import { adminOperations } from '#local/aws/cognito/admin.ts';
import { challengeOperations } from '#local/aws/cognito/challenge-answers.ts';
import { readClient } from '#local/aws/cognito/client.ts';
import type { Cognito, CognitoOptions } from '#local/aws/cognito/context.ts';
import { inviteOperations } from '#local/aws/cognito/invite.ts';
import { type CognitoOperation, poolOf } from '#local/aws/cognito/operation.ts';
import { readPool } from '#local/aws/cognito/pool.ts';
import { recoveryOperations } from '#local/aws/cognito/recovery.ts';
import { refreshOperations } from '#local/aws/cognito/refresh.ts';
import { INVALID_INPUT } from '#local/aws/cognito/shape.ts';
import { signInOperations } from '#local/aws/cognito/sign-in.ts';
import { signUpOperations } from '#local/aws/cognito/sign-up.ts';
import { openSigningKey } from '#local/aws/cognito/signing-key.ts';
import { CognitoStore } from '#local/aws/cognito/store.ts';
import { totpOperations } from '#local/aws/cognito/totp.ts';
import type { Operation, Service } from '#local/aws/service.ts';

const operations: Record<string, CognitoOperation> = {
  ...signUpOperations,
  ...signInOperations,
  ...challengeOperations,
  ...refreshOperations,
  ...recoveryOperations,
  ...accountOperations,
  ...totpOperations,
  ...adminOperations,
  ...inviteOperations,
};

export interface CognitoService extends Service {
  /** Public keys of a pool's tokens. Throws `ResourceNotFoundException`. */
  jwks(userPoolId: string): Promise<JSONWebKeySet>;
}

/** Opens the local Cognito user pools: users, SRP sign-in, tokens, triggers. */
export async function openCognito(options: CognitoOptions): Promise<CognitoService> {
  const cognito: Cognito = {
    ...options,
    store: new CognitoStore(join(options.dataDir, 'cognito.sqlite')),
    key: openSigningKey(options.dataDir),
    pools: new Map(),
    clients: new Map(),
    issuer: (poolId) => `https://cognito-idp.${options.region}.amazonaws.com/${poolId}`,
  };
  return {
    name: 'cognito-idp',
    protocol: 'json-1.1',
    resourceTypes: ['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolClient'],
    invalidInput: INVALID_INPUT,
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, on]): [string, Operation] => [name, on(cognito)]),
    ),
    async jwks(userPoolId) {
      poolOf(cognito, userPoolId);
      return { keys: [cognito.key.jwk] };
    },
    async declare(resource) {
      declare(cognito, resource);
    },
    async close() {
      cognito.store.close();
    },
  };
}

function declare(cognito: Cognito, resource: Resource): void {
  if (resource.type === 'AWS::Cognito::UserPool')
    cognito.pools.set(resource.ref, readPool(resource));
  else if (resource.type === 'AWS::Cognito::UserPoolClient')
    cognito.clients.set(resource.ref, readClient(resource));
  else throw new Error(`${resource.logicalId}: ${resource.type} is not emulated`);
}
