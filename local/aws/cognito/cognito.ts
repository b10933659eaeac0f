import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import type { Resource } from '#local/assembly/resource.ts';
import { adminOperations } from '#local/aws/cognito/admin.ts';
import { challengeOperations } from '#local/aws/cognito/challenge-answers.ts';
import { readClient } from '#local/aws/cognito/client.ts';
import type { Cognito, CognitoOptions } from '#local/aws/cognito/context.ts';
import { inviteOperations } from '#local/aws/cognito/invite.ts';
import { listOperations } from '#local/aws/cognito/list-users.ts';
import { type Operation, poolOf } from '#local/aws/cognito/operation.ts';
import { ownAccountOperations } from '#local/aws/cognito/own-account.ts';
import { readPool } from '#local/aws/cognito/pool.ts';
import { recoveryOperations } from '#local/aws/cognito/recovery.ts';
import { refreshOperations } from '#local/aws/cognito/refresh.ts';
import { adminSignInOperations, signInOperations } from '#local/aws/cognito/sign-in.ts';
import { signUpOperations } from '#local/aws/cognito/sign-up.ts';
import { openSigningKey } from '#local/aws/cognito/signing-key.ts';
import { CognitoStore } from '#local/aws/cognito/store.ts';
import { totpOperations } from '#local/aws/cognito/totp.ts';
import { AwsError, type RpcService } from '#local/aws/service.ts';

const publicOperations: Record<string, Operation> = {
  ...signUpOperations,
  ...signInOperations,
  ...challengeOperations,
  ...refreshOperations,
  ...recoveryOperations,
  ...ownAccountOperations,
  ...totpOperations,
};
const signedOperations: Record<string, Operation> = {
  ...adminOperations,
  ...adminSignInOperations,
  ...inviteOperations,
  ...listOperations,
};

/** Opens the local Cognito user pools: users, SRP sign-in, tokens, triggers. */
export async function openCognito(options: CognitoOptions): Promise<
  RpcService & {
    jwks(userPoolId: string): Promise<JSONWebKeySet>;
    issuer(userPoolId: string): string;
  }
> {
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
    publicOperations: new Set(Object.keys(publicOperations)),
    issuer: cognito.issuer,
    async jwks(userPoolId) {
      poolOf(cognito, userPoolId);
      return { keys: [cognito.key.jwk] };
    },
    async declare(resource) {
      declare(cognito, resource);
    },
    permissions(operation, input) {
      if (Object.hasOwn(publicOperations, operation)) return [];
      findOperation(operation);
      const resource = poolOf(cognito, String(input.UserPoolId)).arn;
      return [{ action: `cognito-idp:${operation}`, resource }];
    },
    async call(operation, input) {
      return findOperation(operation)(cognito, input);
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

function findOperation(name: string): Operation {
  for (const table of [publicOperations, signedOperations])
    if (Object.hasOwn(table, name)) return table[name] as Operation;
  throw new AwsError('UnknownOperationException', `cognito-idp:${name} is not emulated`);
}
