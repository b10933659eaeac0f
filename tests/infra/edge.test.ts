import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ownDomain } from '#infra/test-settings.ts';
import { contract } from '#shared/contract/contract.ts';
import { prerenderedPages } from '#web/app/prerendered-pages.ts';
import { sitePages } from '#web/site/site-pages.tsx';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const local = synthesize('local');
const distribution = resourcesOf(prod, 'AWS::CloudFront::Distribution')[0]!.Properties
  .DistributionConfig;

function securityHeaders(templates: typeof prod) {
  const policy = resourcesOf(templates, 'AWS::CloudFront::ResponseHeadersPolicy')[0]!;
  return policy.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig;
}

const contentSecurityPolicy = (templates: typeof prod) =>
  JSON.stringify(securityHeaders(templates).ContentSecurityPolicy.ContentSecurityPolicy);

describe('security headers', () => {
  test('the browser connects to the app, the user pool and the bucket of uploads', () => {
    const policy = contentSecurityPolicy(prod);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com");
    expect(policy).toContain('DatasetsBucket');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
    expect(policy).not.toContain('http://');
  });

  test('in the local environment it connects to the local machine', () => {
    expect(contentSecurityPolicy(local)).toContain("connect-src 'self' http://127.0.0.1:*");
  });

  test('TLS only, no sniffing, no frames', () => {
    expect(securityHeaders(prod)).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 365 * 24 * 60 * 60 },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
    });
  });
});

describe('distribution', () => {
  test('API and configuration go to the API and are never cached', () => {
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
    const behaviors: { PathPattern: string; CachePolicyId: string; TargetOriginId: string }[] =
      distribution.CacheBehaviors;
    expect(behaviors.map((behavior) => behavior.PathPattern)).toEqual([
      '/api/*',
      '/config.json',
      '/docs/*.md',
      '/llms.txt',
      '/robots.txt',
      '/sitemap.xml',
    ]);
    for (const behavior of behaviors) {
      expect(behavior.CachePolicyId).toBe(cachingDisabled);
      expect(behavior.TargetOriginId).not.toBe(distribution.DefaultCacheBehavior.TargetOriginId);
    }
  });

  test('searches by key may go to their function, which everybody may ask and which wants the same secret', () => {
    const templates = synthesize('prod', ownChoices);
    const { CacheBehaviors, Origins } = resourcesOf(templates, 'AWS::CloudFront::Distribution')[0]!
      .Properties.DistributionConfig;
    const [first, second] = CacheBehaviors;
    expect(first.PathPattern).toBe('/api/v1/indexes/*/query');
    expect({ ...first, PathPattern: '/api/*', TargetOriginId: second.TargetOriginId }).toEqual(
      second,
    );
    const pattern = new RegExp(`^${first.PathPattern.replace('*', '.*')}$`);
    const sent = Object.entries(contract).filter(([, { path }]) => pattern.test(path));
    expect(sent.map(([name]) => name)).toEqual(['query-index']);
    const [byUrl, byApi] = [first, second].map(({ TargetOriginId }) =>
      Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId),
    );
    expect(byUrl.DomainName).toBe(ownChoices.queryUrl.domain);
    expect(byUrl.OriginCustomHeaders).toEqual(byApi.OriginCustomHeaders);
    expect(byUrl.CustomOriginConfig).toEqual(byApi.CustomOriginConfig);

    const [url, ...others] = resourcesOf(templates, 'AWS::Lambda::Url');
    expect(others).toEqual([]);
    expect(url!.Properties.AuthType).toBe('NONE');
    const named = resourceNamed(templates, 'AWS::Lambda::Function', 'QueryIndexFunction');
    expect(url!.Properties.TargetFunctionArn).toEqual({ 'Fn::GetAtt': [named.id, 'Arn'] });
    expect(named.Properties.ReservedConcurrentExecutions).toBe(50);
    const allowed = resourcesOf(templates, 'AWS::Lambda::Permission').filter(
      ({ Properties }) => Properties.Principal === '*',
    );
    expect(
      allowed.map(({ Properties }) => [
        Properties.Action,
        Properties.FunctionUrlAuthType ?? Properties.InvokedViaFunctionUrl,
      ]),
    ).toEqual([
      ['lambda:InvokeFunctionUrl', 'NONE'],
      ['lambda:InvokeFunction', true],
    ]);
    expect(resourcesOf(prod, 'AWS::Lambda::Url')).toEqual([]);
    const told = (settings: Parameters<typeof synthesize>[1]) =>
      resourcesOf(synthesize('prod', settings), 'AWS::Lambda::Function')
        .flatMap(({ id, Properties: { Environment } }) =>
          ['QUERY_URL_FOR_PROGRAMS', 'QUERIES_BY_URL'].flatMap((name) =>
            Environment.Variables[name] ? [`${id.replace(/Function.*/, '')} ${name}`] : [],
          ),
        )
        .toSorted();
    const byStaff = ['GetOrganizationDetail QUERIES_BY_URL', 'ListOrganizations QUERIES_BY_URL'];
    expect(told({})).toEqual([]);
    expect(told(ownChoices)).toEqual(byStaff);
    const forPrograms = { ...ownChoices, queryUrl: { ...ownChoices.queryUrl, forPrograms: true } };
    expect(told(forPrograms)).toEqual([...byStaff, 'QueryIndex QUERY_URL_FOR_PROGRAMS']);
  });

  test('its name is printed: an own domain points to it', () => {
    const outputs = prod.Edge!.Outputs!;
    const [site] = resourcesOf(prod, 'AWS::CloudFront::Distribution');
    expect(outputs.DistributionDomain!.Value).toEqual({ 'Fn::GetAtt': [site!.id, 'DomainName'] });
  });

  test('a 404 of the API stays one', () => {
    expect(distribution.CustomErrorResponses).toBeUndefined();
  });

  test('only the distribution reads the bucket of the app', () => {
    const policy = resourceNamed(prod, 'AWS::S3::BucketPolicy', 'WebBucket').Properties;
    const allowed = policy.PolicyDocument.Statement.filter(
      (statement: { Effect: string }) => statement.Effect === 'Allow',
    );
    const readers = allowed.filter((statement: { Action: string }) =>
      statement.Action.includes('s3:GetObject'),
    );
    expect(readers).toHaveLength(1);
    expect(readers[0].Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
    expect(JSON.stringify(readers[0].Condition)).toContain('AWS:SourceArn');
  });

  test('an own domain asks for TLS 1.2', () => {
    const own = synthesize('prod', { domain: ownDomain });
    const config = resourcesOf(own, 'AWS::CloudFront::Distribution')[0]!.Properties
      .DistributionConfig;
    expect(config).toMatchObject({
      Aliases: [ownDomain.name],
      HttpVersion: 'http2and3',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });
});

describe('page paths', () => {
  const source = readFileSync(new URL('../../infra/edge/page-files.js', import.meta.url), 'utf8');
  const handler: (event: { request: { uri: string } }) => { uri: string } = runInNewContext(
    `${source}; handler`,
  );
  const answeredBy = (uri: string) => handler({ request: { uri } }).uri;

  test('all other addresses are answered by the app', () => {
    for (const uri of [
      '/index',
      '/download-prior-art/US-12345678-B1',
      '/prior-art/US-12345678-B1/other',
      '/docs/idx_1',
      '/constructor',
      '/data-catalog/arxiv/0705.0982',
      '/indexes/idx_1/report.pdf',
    ])
      expect.soft(answeredBy(uri), uri).toBe('/app.html');
  });

  test('pages of the site are files of their own, with a slash at their end, too', () => {
    for (const page of [...sitePages, ...prerenderedPages]) {
      expect.soft(answeredBy(page.path), page.path).toBe(`/${page.file}`);
      expect.soft(answeredBy(`${page.path}/`.replace('//', '/')), page.path).toBe(`/${page.file}`);
    }
  });

  test('all prior-art reports share a document', () => {
    expect(answeredBy('/prior-art/US-12345678-B1')).toBe('/prior-art.html');
  });

  test('files stay files', () => {
    for (const uri of ['/assets/main-1a2b.js', '/favicon.svg', '/index.html'])
      expect.soft(answeredBy(uri)).toBe(uri);
  });
});

describe('firewall', () => {
  test('stands before the distribution, and lets long documents pass', () => {
    const [firewall] = resourcesOf({ Edge: prod.Edge! }, 'AWS::WAFv2::WebACL');
    expect(distribution.WebACLId).toEqual({ 'Fn::GetAtt': [firewall!.id, 'Arn'] });
    expect(firewall!.Properties.Scope).toBe('CLOUDFRONT');
    expect(JSON.stringify(firewall!.Properties.Rules)).toContain(
      '{"ActionToUse":{"Count":{}},"Name":"SizeRestrictions_BODY"}',
    );
  });

  test('limits how many patents one network address reads, by the path of that endpoint', () => {
    const [firewall] = resourcesOf({ Edge: prod.Edge! }, 'AWS::WAFv2::WebACL');
    const { Action, Statement } = firewall!.Properties.Rules.find(
      ({ Name }: { Name: string }) => Name === 'PatentTextsPerAddress',
    );
    const { ScopeDownStatement, Limit } = Statement.RateBasedStatement;
    const path = new RegExp(ScopeDownStatement.RegexMatchStatement.RegexString);
    expect(path.test('/api/get-patent-text')).toBe(true);
    expect(path.test('/api/get-patent-text/other')).toBe(false);
    expect(Limit).toBe(600);
    const { ResponseCode, CustomResponseBodyKey } = Action.Block.CustomResponse;
    expect(ResponseCode).toBe(429);
    const { Content } = firewall!.Properties.CustomResponseBodies[CustomResponseBodyKey];
    const code = 'TooManyAttempts';
    expect(JSON.parse(Content)).toMatchObject({ Code: code, errors: [{ code }] });
  });

  test('cannot be bypassed: CloudFront sends a secret that functions check, and no template contains it', () => {
    const [origin] = distribution.Origins.flatMap(
      (one: { OriginCustomHeaders?: object[] }) => one.OriginCustomHeaders ?? [],
    );
    const reference = '{{resolve:secretsmanager:antecede-prod-origin:SecretString:::}}';
    expect(origin).toEqual({ HeaderName: 'x-antecede-origin', HeaderValue: reference });
    const api = resourcesOf(prod, 'AWS::Lambda::Function').filter(({ Metadata }) =>
      String(Metadata?.['antecede:entry']).includes('/endpoints/'),
    );
    const told = api.map(({ Properties }) => Properties.Environment.Variables.ORIGIN_SECRET);
    expect(new Set(told)).toEqual(new Set([reference]));
    // Limits for each network stand on the address that CloudFront adds, so the secret does not depend on a web ACL.
    const open = JSON.stringify(synthesize('prod', { firewall: undefined }));
    expect(open).toContain(reference);
    expect(open).toContain('ORIGIN_SECRET');
    expect(JSON.stringify(local)).not.toContain('x-antecede-origin');
    expect(JSON.stringify(local)).not.toContain('ORIGIN_SECRET');
  });

  test('must be given in another region, because CloudFront only accepts it from us-east-1', () => {
    const region = 'eu-west-1';
    expect(() => synthesize('prod', { region })).toThrow(/firewall.site: CloudFront takes/);
    const site = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/w/1';
    const templates = synthesize('prod', { region, firewall: { site } });
    expect(resourcesOf({ Edge: templates.Edge! }, 'AWS::WAFv2::WebACL')).toEqual([]);
    expect(JSON.stringify(templates.Edge)).toContain(site);
  });

  test('is there only where it is chosen: it costs more than the rest of a small installation', () => {
    const templates = synthesize('prod', { firewall: undefined });
    expect(resourcesOf(templates, 'AWS::WAFv2::WebACL')).toEqual([]);
    expect(resourcesOf(templates, 'AWS::WAFv2::WebACLAssociation')).toEqual([]);
    const [site] = resourcesOf(templates, 'AWS::CloudFront::Distribution');
    expect(site?.Properties.DistributionConfig).not.toHaveProperty('WebACLId');
  });

  test('has the same rules in the local environment, with limits beyond those of tests', () => {
    const rulesOf = (templates: typeof prod) =>
      resourcesOf({ Edge: templates.Edge! }, 'AWS::WAFv2::WebACL')[0]!.Properties.Rules;
    const names = (rules: { Name: string }[]) => rules.map(({ Name }) => Name);
    expect(names(rulesOf(local))).toEqual(names(rulesOf(prod)));
    const limitOf = (templates: typeof prod) =>
      rulesOf(templates)[0].Statement.RateBasedStatement.Limit;
    expect(limitOf(local)).toBeGreaterThan(100 * limitOf(prod));
  });
});
