import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import type { EnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';
import { buckets, envName, tables } from '#shared/resources.ts';
import type { UserPool } from './users.ts';

/** The user pool of an environment, and its tables and buckets: physical names by logical ones. */
export interface Stores {
  dynamodb: DynamoDBClient;
  s3: S3Client;
  userPool: UserPool;
  tables: Map<string, string>;
  buckets: Map<string, string>;
}

/** Connects with the credentials and region of the shell. Throws if a name is not known. */
export async function openStores(environment: EnvironmentName): Promise<Stores> {
  const settings = environment === 'local' ? localOperatorOfShell() : {};
  // An erasure reaches every table and bucket, so the configuration of its function names them all.
  const FunctionName = `antecede-${environment}-erase-person`;
  const { Environment } = await new LambdaClient(settings).send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  );
  const named = (kind: 'table' | 'bucket', name: string): [string, string] => {
    const physical = Environment?.Variables?.[envName(kind, name)];
    if (!physical) throw new Error(`${FunctionName} does not know the ${kind} ${name}`);
    return [name, physical];
  };
  const poolId = Environment?.Variables?.USER_POOL_ID;
  if (!poolId) throw new Error(`${FunctionName} does not know the user pool`);
  return {
    dynamodb: new DynamoDBClient(settings),
    s3: new S3Client({
      ...settings,
      forcePathStyle: environment === 'local',
      // Files are sent as they are. A checksum at their end would need another encoding.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
    userPool: { cognito: new CognitoIdentityProviderClient(settings), poolId },
    tables: new Map(tables.map((name) => named('table', name))),
    buckets: new Map(buckets.map((name) => named('bucket', name))),
  };
}
