import * as z from 'zod';
import { AwsError, type Caller, defineOperation, type Service } from '#local/aws/service.ts';
import type { CredentialStore } from '#local/iam/credentials.ts';
import type { CustomerRoles } from '#local/iam/customer-roles.ts';

export interface StsOptions {
  account: string;
  credentials: CredentialStore;
  customers: CustomerRoles;
  /** Milliseconds since 1970. */
  now(): number;
}

const nameOf = (caller: Caller) => (caller.kind === 'function' ? caller.functionName : caller.kind);

/** STS: roles of other accounts are assumed by what their trust policies say. Those of this account trust services only. */
export function openSts({ account, credentials, customers, now }: StsOptions): Service {
  return {
    name: 'sts',
    protocol: 'query',
    invalidInput: 'ValidationError',
    resourceTypes: [],
    async declare() {},
    async close() {},
    ownCodes: { AccessDeniedException: { code: 'AccessDenied', statusCode: 403 } },
    operations: {
      AssumeRole: defineOperation({
        input: z.strictObject({
          RoleArn: z.string(),
          RoleSessionName: z.string().regex(/^[\w+=,.@-]{2,64}$/),
          ExternalId: z
            .string()
            .regex(/^[\w+=,.@:/-]{2,1224}$/)
            .optional(),
          DurationSeconds: z.coerce.number().int().min(900).max(43_200).default(3600),
        }),
        permission: ({ RoleArn, ExternalId }) => ({
          action: 'sts:AssumeRole',
          resource: RoleArn,
          ...(ExternalId !== undefined && { context: { 'sts:ExternalId': ExternalId } }),
        }),
        run({ RoleArn, RoleSessionName, ExternalId, DurationSeconds }, { caller }) {
          if (!customers.trusts(RoleArn, account, ExternalId)) {
            throw new AwsError(
              'AccessDenied',
              `User: ${nameOf(caller)} is not authorized to perform: sts:AssumeRole on resource: ${RoleArn}`,
              403,
            );
          }
          const expiresAt = now() + DurationSeconds * 1000;
          const session = credentials.assume(RoleArn, expiresAt);
          return {
            Credentials: {
              AccessKeyId: session.accessKeyId,
              SecretAccessKey: session.secretAccessKey,
              SessionToken: session.sessionToken,
              Expiration: new Date(expiresAt).toISOString(),
            },
            AssumedRoleUser: {
              AssumedRoleId: `AROALOCAL:${RoleSessionName}`,
              Arn: `${RoleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${RoleSessionName}`,
            },
          };
        },
      }),
    },
  };
}
