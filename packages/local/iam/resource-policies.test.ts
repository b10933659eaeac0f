import { expect, it } from 'vitest';
import type { Resource } from '#local/assembly/resource.ts';
import { openAccess } from './access.ts';
import { readResourcePolicies } from './resource-policies.ts';

const role = 'arn:aws:iam::000000000000:role/reader';
const key = 'arn:aws:s3:::files/secret/1';
const insecure = { Bool: { 'aws:SecureTransport': 'false' } };

const policies = (statement: object): Resource[] => [
  {
    stack: 's',
    logicalId: 'Policy',
    type: 'AWS::S3::BucketPolicy',
    ref: 'p',
    attributes: {},
    metadata: {},
    properties: {
      PolicyDocument: { Statement: [{ Action: 's3:*', Resource: '*', ...statement }] },
    },
  },
];

/** Whether the role may read the key. Its own policy allows either everything or nothing. */
function mayRead(statement: object, own: boolean): boolean {
  const statements = own ? [{ Effect: 'Allow' as const, Action: 's3:*', Resource: '*' }] : [];
  const roles = new Map([[role, { arn: role, statements }]]);
  const access = openAccess(roles, () => role, readResourcePolicies(policies(statement)));
  try {
    access.requireRole(role, [{ action: 's3:GetObject', resource: key }]);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['denies everybody', { Effect: 'Deny', Principal: '*' }, true, false],
  ['denies the role', { Effect: 'Deny', Principal: { AWS: [role] } }, true, false],
  ['denies another role', { Effect: 'Deny', Principal: { AWS: `${role}s` } }, true, true],
  ['denies a service', { Effect: 'Deny', Principal: { Service: 'x.amazonaws.com' } }, true, true],
  ['demands TLS', { Effect: 'Deny', Principal: { AWS: '*' }, Condition: insecure }, true, true],
  [
    'demands a new TLS',
    { Effect: 'Deny', Principal: '*', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
    true,
    true,
  ],
  ['allows the role', { Effect: 'Allow', Principal: { AWS: role } }, false, true],
  ['allows a service', { Effect: 'Allow', Principal: { Service: 'x.com' } }, false, false],
])('a bucket policy that %s', (_what, statement, own, expected) => {
  expect(mayRead(statement, own)).toBe(expected);
});

it.each([
  [{ NotPrincipal: { AWS: role } }],
  [{ Principal: { AWS: 'arn:aws:iam::000000000000:root' } }],
  [{ Principal: { Federated: 'x' } }],
  [{ Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }],
])('a bucket policy about %j is refused', (statement) => {
  expect(() => readResourcePolicies(policies({ Effect: 'Deny', ...statement }))).toThrow(
    /principal is not emulated|not known to the local IAM/,
  );
});
