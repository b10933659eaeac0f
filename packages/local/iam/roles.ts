import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
import { checkStatement } from './check-statement.ts';
import type { Statement } from './match-policy.ts';

const logs: Statement = {
  Effect: 'Allow',
  Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
  Resource: '*',
};
const traces: Statement = {
  Effect: 'Allow',
  Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  Resource: '*',
};

/** Managed policies of AWS that the templates may name. Others are refused, because their text is unknown. */
const awsManaged: Readonly<Record<string, Statement[]>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': [logs],
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess': [traces],
};

/** A role of the assembly with the statements of all its policies. */
export interface Role {
  arn: string;
  statements: Statement[];
}

/** Supported properties of a role. A permissions boundary is not supported: it would have to be enforced. */
const ofRole = [
  'AssumeRolePolicyDocument',
  'Description',
  'ManagedPolicyArns',
  'MaxSessionDuration',
  'Path',
  'Policies',
  'RoleName',
  'Tags',
];

/** Reads the roles of the assembly, by ARN, with their inline, attached and managed policies. */
export function readRoles(resources: readonly Resource[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  const byName = new Map<string, Role>();
  const managed = new Map<string, Statement[]>(Object.entries(awsManaged));
  for (const { type, ref, properties } of resources) {
    if (type === 'AWS::IAM::ManagedPolicy') managed.set(ref, statementsOf(properties));
  }
  for (const resource of resources) {
    if (resource.type !== 'AWS::IAM::Role') continue;
    refuseUnknown(resource, ofRole);
    const role: Role = { arn: resource.attributes.Arn!, statements: [] };
    for (const policy of resource.properties.Policies ?? []) {
      role.statements.push(...statementsOf(policy));
    }
    for (const arn of resource.properties.ManagedPolicyArns ?? []) {
      const statements = managed.get(arn);
      if (!statements) throw new Error(`role ${resource.logicalId}: unknown managed policy ${arn}`);
      role.statements.push(...statements);
    }
    roles.set(role.arn, role);
    byName.set(resource.ref, role);
  }
  for (const { type, properties, logicalId } of resources) {
    if (type !== 'AWS::IAM::Policy' && type !== 'AWS::IAM::ManagedPolicy') continue;
    for (const name of properties.Roles ?? []) {
      const role = byName.get(name);
      if (!role) throw new Error(`policy ${logicalId}: no role ${name}`);
      role.statements.push(...statementsOf(properties));
    }
  }
  return roles;
}

function statementsOf(properties: Resource['properties']): Statement[] {
  const statements: Statement[] = [properties.PolicyDocument?.Statement ?? []].flat();
  for (const statement of statements) checkStatement(statement);
  return statements;
}
