import { describe, expect, test } from 'vitest';
import { foundationGrants, policyOf } from '#infra/constructs/policy.ts';
import type { FoundationResources } from '#infra/platform.ts';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const withDomain = synthesize('prod', ownChoices);
const domains = resourcesOf(withDomain, 'AWS::OpenSearchService::Domain');

/** Functions that may send requests to the cluster, with the HTTP methods and what they may reach. */
function grantsOf(templates: typeof withDomain) {
  return resourcesOf(templates, 'AWS::IAM::Role').flatMap(({ id, Properties }) =>
    (Properties.Policies ?? []).flatMap(
      (policy: {
        PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] };
      }) =>
        policy.PolicyDocument.Statement.filter(({ Action }) => `${Action}`.includes('es:ES')).map(
          ({ Action, Resource }) => ({
            role: id.replace(/Role[0-9A-F]{8}$/, ''),
            methods: [Action].flat().map((action) => action.replace('es:ESHttp', '')),
            resource: JSON.stringify(Resource),
          }),
        ),
    ),
  );
}

describe('the domain', () => {
  const { Properties, DeletionPolicy, id } = domains[0]!;

  test('has its nodes in three zones, and takes an index that is loaded without copies', () => {
    expect(Properties.ClusterConfig).toMatchObject({
      InstanceType: 'r7g.large.search',
      InstanceCount: 3,
      ZoneAwarenessEnabled: true,
      ZoneAwarenessConfig: { AvailabilityZoneCount: 3 },
      MultiAZWithStandbyEnabled: false,
    });
  });

  test('is encrypted, at rest and on the way', () => {
    expect(Properties).toMatchObject({
      EncryptionAtRestOptions: { Enabled: true },
      NodeToNodeEncryptionOptions: { Enabled: true },
      DomainEndpointOptions: {
        EnforceHTTPS: true,
        TLSSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10',
      },
    });
  });

  test('allows nobody by itself, and refuses other accounts and requests without a signature', () => {
    expect(Properties.AccessPolicies.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Action: 'es:ESHttp*',
        Principal: { AWS: '*' },
        Condition: { StringNotEquals: { 'aws:PrincipalAccount': '111122223333' } },
      }),
    ]);
  });

  test('is kept in production, and upgraded in place', () => {
    // Another logical id would be a new, empty domain.
    expect(id).toBe('Domain');
    expect(DeletionPolicy).toBe('Retain');
    expect(resourceNamed(withDomain, 'AWS::OpenSearchService::Domain', id)).toMatchObject({
      UpdatePolicy: { EnableVersionUpgrade: true },
    });
  });

  test('may write its log before it is made', () => {
    const [policy] = resourcesOf({ Cluster: withDomain.Cluster! }, 'AWS::Logs::ResourcePolicy');
    expect(JSON.stringify(policy!.Properties)).toContain('es.amazonaws.com');
    expect(resourceNamed(withDomain, 'AWS::OpenSearchService::Domain', id)).toMatchObject({
      DependsOn: expect.arrayContaining([policy!.id]),
    });
  });
});

test('exactly the functions that search, load and delete may reach the domain, each with the methods it uses', () => {
  const grants = grantsOf(withDomain);
  expect(Object.fromEntries(grants.map(({ role, methods }) => [role, methods.join(' ')]))).toEqual({
    AnswerChat: 'Post',
    CallMcp: 'Post',
    CreateSearchExport: 'Post',
    ErasePerson: 'Delete Get',
    GetDictionary: 'Post',
    GetFilteredData: 'Post',
    GetQueryVector: 'Post',
    ListCounterparts: 'Post',
    ListSimilarRows: 'Post',
    LoadSegment: 'Get Post Put',
    MakeReport: 'Post',
    MapHits: 'Post',
    PublishIndex: 'Get Post Put',
    QueryIndex: 'Post',
    QueryIndexSeveral: 'Post',
    QuerySimilarRows: 'Post',
    RemakeReport: 'Post',
    SearchIndexes: 'Post',
    SearchReportAgain: 'Post',
    SendAlerts: 'Post',
    SweepBuilds: 'Delete Get',
    WriteExport: 'Post',
  });
  const [domain] = domains;
  expect(new Set(grants.map(({ resource }) => resource)).size).toBe(1);
  expect(grants[0]!.resource).toContain(domain!.id);
  expect(grants[0]!.resource).toMatch(/"\/\*"/);
});

test('the plan step learns by a setting that there is a cluster, and has no right to ask it', () => {
  const { Variables } = resourceNamed(withDomain, 'AWS::Lambda::Function', 'PlanBuild').Properties
    .Environment;
  expect(Variables).toMatchObject({ CLUSTER_FROM_ROWS: 'Infinity' });
  expect(Variables).not.toHaveProperty('CLUSTER_URL');
});

test('a domain that exists is used by its endpoint and ARN', () => {
  const arn = 'arn:aws:es:us-east-1:111122223333:domain/shared';
  const { statements, variables } = policyOf(
    'query-index',
    [{ name: 'es:ESHttpPost Cluster', source: 'the test' }],
    foundationGrants({
      cluster: { address: 'https://shared.antecede.test', arn },
    } as FoundationResources),
  );
  expect(variables).toEqual({ CLUSTER_URL: 'https://shared.antecede.test' });
  expect(statements.map((statement) => statement.toJSON())).toEqual([
    { Effect: 'Allow', Action: 'es:ESHttpPost', Resource: `${arn}/*` },
  ]);
});

test('every alarm of the domain tells what people notice, by metrics of this domain', () => {
  const alarms = resourcesOf(withDomain, 'AWS::CloudWatch::Alarm').filter(({ Properties }) =>
    Properties.AlarmName.startsWith('antecede-prod-cluster-'),
  );
  expect(alarms.map(({ Properties }) => Properties.AlarmName.slice(22))).toEqual([
    'red',
    'yellow',
    'memory',
    'searches-rejected',
    'writes-rejected',
    'disk',
    'blocked',
    'snapshots-failed',
  ]);
  for (const { Properties } of alarms) {
    expect(JSON.stringify(Properties)).toContain(
      '{"Name":"DomainName","Value":"antecede-prod-cluster"}',
    );
    expect(Properties.AlarmDescription.length).toBeGreaterThan(60);
  }
});
