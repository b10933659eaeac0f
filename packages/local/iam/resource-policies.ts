import type { Resource } from '#local/assembly/resource.ts';
import { checkStatement } from './check-statement.ts';
import { isAllowed, type Statement } from './match-policy.ts';

/** A statement of a resource's policy, which names its principals. */
export interface ResourceStatement extends Statement {
  /** Whether the role is among its principals. */
  covers(roleArn: string): boolean;
}

/**
 * Reads the policies of buckets and queues. It leaves out statements for AWS services: see `serviceMay`. Throws for
 * a principal that is not everybody, a role or a service.
 */
export function readResourcePolicies(resources: readonly Resource[]): ResourceStatement[] {
  const statements: ResourceStatement[] = [];
  for (const { type, logicalId, properties } of resources) {
    if (type !== 'AWS::S3::BucketPolicy' && type !== 'AWS::SQS::QueuePolicy') continue;
    const declared: Declared[] = [properties.PolicyDocument?.Statement ?? []].flat();
    for (const { Principal, ...statement } of declared) {
      const principals = principalsOf(Principal);
      if (!principals) throw new Error(`${logicalId}: its principal is not emulated`);
      if (principals.length === 0) continue;
      checkStatement(statement);
      const covers = (roleArn: string) => principals.includes('*') || principals.includes(roleArn);
      statements.push({ ...statement, covers });
    }
  }
  return statements;
}

/**
 * Whether the policies of buckets and queues let a service do something for one of its resources, such as a rule of
 * EventBridge that writes to a queue.
 */
export function serviceMay(
  resources: readonly Resource[],
  service: { principal: string; sourceArn: string },
  permission: { action: string; resource: string },
): boolean {
  const statements = resources
    .filter(({ type }) => type === 'AWS::S3::BucketPolicy' || type === 'AWS::SQS::QueuePolicy')
    .flatMap(({ properties }): Declared[] => [properties.PolicyDocument?.Statement ?? []].flat())
    .filter(({ Principal }) =>
      [(Principal as { Service?: string | string[] } | undefined)?.Service]
        .flat()
        .includes(service.principal),
    );
  return isAllowed(statements, { ...permission, context: { 'aws:SourceArn': service.sourceArn } });
}

type Declared = Statement & { Principal?: unknown };

const role = /^arn:aws:iam::\d+:role\//;

/** Returns `*` and ARNs of roles; nothing for a service; undefined for anything else. */
function principalsOf(Principal: unknown): string[] | undefined {
  if (Principal === '*') return ['*'];
  const entries = Object.entries((Principal ?? {}) as Record<string, string | string[]>);
  if (entries.length !== 1) return undefined;
  const [kind, names] = entries[0]!;
  if (kind === 'Service') return [];
  const list = [names].flat();
  return kind === 'AWS' && list.every((name) => name === '*' || role.test(name)) ? list : undefined;
}
