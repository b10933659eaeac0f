import type {
  BucketPermission,
  ClusterPermission,
  EncryptionKeyPermission,
  FunctionPermission,
  Permission,
  QueuePermission,
  SchedulePermission,
  SecretPermission,
  SenderPermission,
  Setting,
  SourceRolePermission,
  StateMachinePermission,
  TablePermission,
  UserPoolPermission,
} from '#shared/permissions.ts';
import { envName } from '#shared/resources.ts';
import { sourceRolePrefix } from '#shared/sources.ts';

/**
 * Value of an environment variable. Throws if it is missing, because the function was deployed without it.
 */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing from this function`);
  return value;
}

/**
 * These functions return the name of a resource for a permission. Write the permission as a literal: the
 * deployment grants a function the literals in the code that it reaches.
 */
export const tableName = (...[permission]: NonEmpty<TablePermission>) =>
  env(envName('table', resourceOf(permission)));
export const bucketName = (...[permission]: NonEmpty<BucketPermission>) =>
  env(envName('bucket', resourceOf(permission)));
export const queueUrl = (permission: QueuePermission) =>
  env(envName('queue', resourceOf(permission)));
export const stateMachineArn = (permission: StateMachinePermission) =>
  env(envName('stateMachine', resourceOf(permission)));
export const encryptionKeyArn = (permission: EncryptionKeyPermission) =>
  env(envName('encryptionKey', resourceOf(permission)));
export const schedulePrefix = (permission: SchedulePermission) =>
  env(envName('scheduleSet', resourceOf(permission)));
export const secretName = (permission: SecretPermission) =>
  env(envName('secret', resourceOf(permission)));
/** Undefined in an installation without a cluster. */
export const clusterAddress = (..._permissions: NonEmpty<ClusterPermission>) =>
  process.env.CLUSTER_URL || undefined;
export const functionArn = (permission: FunctionPermission) =>
  env(envName('function', resourceOf(permission)));
/** How the names of roles begin that may be assumed. */
export const assumedRoles = (_permission: SourceRolePermission) => sourceRolePrefix;
export const userPoolId = (_permission: UserPoolPermission) => env('USER_POOL_ID');
export const senderAddress = (_permission: SenderPermission) => env('MAIL_FROM');

/** A setting of the environment. Write its name as a literal, like a permission. */
export const setting = (name: Setting) => env(name);
/** The same for a setting that some environments do not have. */
export const optionalSetting = (name: Setting) => process.env[name];

/** Origin at which customers reach the product, without a trailing slash. */
export const publicOrigin = () => env('PUBLIC_ORIGIN');

type NonEmpty<T> = readonly [T, ...T[]];

/** `Datasets` of `s3:GetObject Datasets/org/*`. */
const resourceOf = (permission: Permission) => /^\S+ (\w+)/.exec(permission)![1]!;
