import {
  type BucketName,
  type EncryptionKeyName,
  envName,
  type QueueName,
  type StateMachineName,
  type TableName,
} from '#shared/resources.ts';

/** Value of an environment variable. Throws when it is missing: the function was deployed without a grant it needs. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing from this function`);
  return value;
}

export const tableName = (name: TableName) => env(envName('table', name));
export const bucketName = (name: BucketName) => env(envName('bucket', name));
export const queueUrl = (name: QueueName) => env(envName('queue', name));
export const stateMachineArn = (name: StateMachineName) => env(envName('stateMachine', name));
export const encryptionKeyArn = (name: EncryptionKeyName) => env(envName('encryptionKey', name));

/** Origin at which customers reach the product, without a trailing slash. */
export const publicOrigin = () => env('PUBLIC_ORIGIN');
