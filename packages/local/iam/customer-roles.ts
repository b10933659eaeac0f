/** Accounts of customers, which the assembly does not know: their roles, and who is let into them. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { checkStatement } from './check-statement.ts';
import { isAllowed, type Statement } from './match-policy.ts';
import type { Role } from './roles.ts';

const statements = z.array(z.looseObject({ Effect: z.enum(['Allow', 'Deny']) }));
const principal = z.strictObject({ AWS: z.union([z.string(), z.array(z.string())]) });

/** A role as the console of AWS takes it, and the buckets of its account. */
export const customerRole = z.strictObject({
  arn: z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@-]{1,64}$/),
  trust: z.object({ Statement: z.array(z.looseObject({ Principal: principal })) }),
  policy: z.object({ Statement: statements }),
  buckets: z.array(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
});
export type CustomerRole = z.output<typeof customerRole>;

export interface CustomerRoles {
  /** Makes or replaces a role, and makes its buckets. Throws if the local IAM does not know what is in its policies. */
  put(role: CustomerRole): Promise<void>;
  /** Whether a role lets an account in that sends this external id. */
  trusts(arn: string, account: string, externalId: string | undefined): boolean;
}

export interface CustomerRolesOptions {
  /** File in which they are kept. */
  file: string;
  account: string;
  /** Roles of the assembly, to which these are added. */
  roles: Map<string, Role>;
  /** Makes a bucket. */
  makeBucket(name: string): Promise<void>;
}

export async function openCustomerRoles(options: CustomerRolesOptions): Promise<CustomerRoles> {
  const { file, account, roles, makeBucket } = options;
  const known = new Map<string, CustomerRole>();
  const add = async (role: CustomerRole) => {
    if (role.arn.includes(`::${account}:`)) throw new Error('This is the account of the product');
    const policy = role.policy.Statement as unknown as Statement[];
    const trust = role.trust.Statement.map(withoutPrincipal);
    for (const statement of [...policy, ...trust]) checkStatement(statement);
    for (const bucket of role.buckets) await makeBucket(bucket);
    roles.set(role.arn, { arn: role.arn, statements: policy });
    known.set(role.arn, role);
  };
  for (const role of await read(file)) await add(role);
  return {
    async put(role) {
      await add(role);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify([...known.values()]));
      await rename(`${file}.new`, file);
    },
    trusts(arn, caller, externalId) {
      const named = (known.get(arn)?.trust.Statement ?? []).filter(({ Principal: { AWS } }) =>
        [AWS].flat().some((one) => [caller, `arn:aws:iam::${caller}:root`, '*'].includes(one)),
      );
      return isAllowed(named.map(withoutPrincipal), {
        action: 'sts:AssumeRole',
        resource: arn,
        ...(externalId !== undefined && { context: { 'sts:ExternalId': externalId } }),
      });
    },
  };
}

/** Trust policies name no resource: the role itself is it. */
function withoutPrincipal({
  Principal: _,
  ...statement
}: CustomerRole['trust']['Statement'][number]) {
  return { ...statement, Resource: '*' } as unknown as Statement;
}

async function read(file: string): Promise<CustomerRole[]> {
  try {
    return z.array(customerRole).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
