import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, Stack, Validations } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#infra/app.ts';
import { addChecks } from '#infra/checks.ts';
import type { EnvironmentName } from '#infra/environments.ts';
import { pageOriginPlaceholder } from '#shared/page-origin.ts';
import { fakeAssets } from './fake-assets.ts';
import type { Template } from './synthesize.ts';

/** As it is deployed: with the browser app, CDK's validation strict, and AWS's solution rules. */
function deployedApp(environment: EnvironmentName, context: Record<string, string> = {}): App {
  const webDir = mkdtempSync(join(tmpdir(), 'antecede-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(
    join(webDir, 'index.html'),
    `<!doctype html><link rel="canonical" href="${pageOriginPlaceholder}/">`,
  );
  writeFileSync(join(webDir, 'assets/main-1a2b.js'), 'export {};');
  const app = buildApp({ environment, assetsDir: fakeAssets(), webDir, context });
  addChecks(app);
  return app;
}

const ownDomain = {
  domain: 'search.example.com',
  certificateArn:
    'arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555',
  account: '111122223333',
  alertEmail: 'operator@example.com',
};

beforeEach(() => {
  delete process.env.CDK_VALIDATION;
});

test.each([
  ['dev', {}],
  ['prod', {}],
  ['prod', ownDomain],
] as const)('%s passes every check (%o)', (environment, context) => {
  const { stacks } = deployedApp(environment, context).synth();
  expect(stacks.length).toBeGreaterThan(5);
});

test('the checks would stop a bucket that is open', () => {
  const app = deployedApp('prod');
  new CfnBucket(new Stack(app, 'Careless'), 'Open');
  expect(() => app.synth()).toThrow(/Careless\/Open/);
});

test.each([
  ['with', ownDomain, 'https://search.example.com/'],
  ['without', {}, '/'],
] as const)('pages say their address %s a domain of their own', (_, context, address) => {
  process.env.CDK_VALIDATION = 'false';
  const { directory } = deployedApp('prod', context).synth();
  const [page] = globSync(join(directory, 'asset.*/index.html'));
  expect(readFileSync(page!, 'utf8')).toContain(`href="${address}"`);
});

test('every stack stays far below CloudFormation’s 500 resources', () => {
  process.env.CDK_VALIDATION = 'false';
  for (const { template } of deployedApp('prod', ownDomain).synth().stacks) {
    expect(Object.keys((template as Template).Resources).length).toBeLessThan(450);
  }
});

describe('acknowledgements', () => {
  /** Findings as if nothing had been acknowledged: `path` of the resource and `id` of the finding. */
  class UnforgivingChecks extends AwsSolutionsChecks {
    readonly findings: { path: string; id: string }[] = [];
    protected override applyRule(rule: Parameters<AwsSolutionsChecks['applyRule']>[0]): void {
      const result = rule.rule(rule.node);
      const id = `AwsSolutions-${rule.ruleSuffixOverride}`;
      const { path } = rule.node.node;
      if (Array.isArray(result)) {
        this.findings.push(...result.map((finding) => ({ path, id: `${id}[${finding}]` })));
      } else if (result === 'Non-Compliant') {
        this.findings.push({ path, id });
      }
    }
  }

  function acknowledgedIn(app: App): { path: string; id: string }[] {
    return app.node.findAll().flatMap((construct: IConstruct) =>
      construct.node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.keys(data as object))
        .map((id) => ({ path: construct.node.path, id: id.replace(/^annotation::/i, '') })),
    );
  }

  test('each answers a finding that is there', () => {
    process.env.CDK_VALIDATION = 'false';
    const app = deployedApp('prod');
    app.synth();
    const checks = new UnforgivingChecks(app);
    checks.validateScope(app);
    const unneeded = acknowledgedIn(app).filter(
      ({ path, id }) =>
        !checks.findings.some(
          (finding) => finding.id === id && `${finding.path}/`.startsWith(`${path}/`),
        ),
    );
    expect(unneeded).toEqual([]);
  });
});
