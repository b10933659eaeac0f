import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import type { Resource } from '#local/assembly/resource.ts';
import type { Operation, Service } from '#local/aws/service.ts';
import { accountOperations } from './account.ts';
import { adminOperations } from './admin.ts';
import { challengeOperations } from './challenge-answers.ts';
import { readClient } from './client.ts';
import type { Cognito, CognitoOptions } from './context.ts';
import { inviteOperations } from './invite.ts';
import { type CognitoOperation, poolOf } from './operation.ts';
import { readPool } from './pool.ts';
import { recoveryOperations } from './recovery.ts';
import { refreshOperations } from './refresh.ts';
import { invalidInputCode } from './shape.ts';
import { signInOperations } from './sign-in.ts';
import { signUpOperations } from './sign-up.ts';
import { openSigningKey } from './signing-key.ts';
import { CognitoStore } from './store.ts';
import { totpOperations } from './totp.ts';

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
    invalidInput: invalidInputCode,
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
  if (resource.type === 'AWS::Cognito::UserPool') {
    cognito.pools.set(resource.ref, readPool(resource));
  } else if (resource.type === 'AWS::Cognito::UserPoolClient') {
    cognito.clients.set(resource.ref, readClient(resource));
  } else {
    throw new Error(`${resource.logicalId}: ${resource.type} is not emulated`);
  }
}
