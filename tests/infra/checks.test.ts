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
import { parseSettings, type SettingsFile } from '#infra/settings.ts';
import { ownDomain, testSettings } from '#infra/test-settings.ts';
import { pageOriginPlaceholder } from '#shared/page-origin.ts';
import { fakeAssets } from './fake-assets.ts';
import { ownChoices, type Template } from './synthesize.ts';

/** The deployed app: with the browser app, CDK's strict validation and the rules of cdk-nag. */
function deployedApp(environment: EnvironmentName, changes: Partial<SettingsFile> = {}): App {
  const webDir = mkdtempSync(join(tmpdir(), 'antecede-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(
    join(webDir, 'index.html'),
    `<!doctype html><link rel="canonical" href="${pageOriginPlaceholder}/">`,
  );
  writeFileSync(join(webDir, 'assets/main-1a2b.js'), 'export {};');
  const app = buildApp({
    environment,
    assetsDir: fakeAssets(),
    webDir,
    settings: parseSettings({ ...testSettings, ...changes }, 'the test’s settings'),
  });
  addChecks(app);
  return app;
}

beforeEach(() => {
  delete process.env.CDK_VALIDATION;
});

test.each([
  [
    'dev',
    {
      firewall: { site: 'none', users: 'none' },
      cluster: { managed: { rows: 1_000_000, instance: 'r7g.large', nodes: 6, diskGb: 50 } },
    },
  ],
  ['prod', {}],
  [
    'prod',
    {
      domain: ownDomain,
      vault: ownChoices.vault,
      region: 'eu-central-1',
      firewall: { site: 'none' },
      mail: {
        from: 'no-reply@antecede.test',
        domain: 'existing',
        sandboxRecipients: ['ada@antecede.test'],
      },
    },
  ],
] as const)('%s passes every check (%o)', (environment, changes) => {
  const { stacks } = deployedApp(environment, changes as Partial<SettingsFile>).synth();
  expect(stacks.length).toBeGreaterThan(5);
});

test('the checks would stop a bucket that is open', () => {
  const app = deployedApp('prod');
  new CfnBucket(new Stack(app, 'Careless'), 'Open');
  expect(() => app.synth()).toThrow(/Careless\/Open/);
});

test.each([
  ['with', { domain: ownDomain }, 'https://search.antecede.test/'],
  ['without', {}, '/'],
] as const)('pages say their address %s a domain of their own', (_, changes, address) => {
  process.env.CDK_VALIDATION = 'false';
  const { directory } = deployedApp('prod', changes).synth();
  const [page] = globSync(join(directory, 'asset.*/index.html'));
  expect(readFileSync(page!, 'utf8')).toContain(`href="${address}"`);
});

test('every stack stays far below CloudFormation’s 500 resources, and the variables of every function below Lambda’s 4 KB', () => {
  process.env.CDK_VALIDATION = 'false';
  for (const { template } of deployedApp('prod', { domain: ownDomain }).synth().stacks) {
    const resources = Object.entries((template as Template).Resources);
    expect(resources.length).toBeLessThanOrEqual(400);
    for (const [name, { Properties }] of resources) {
      const { Variables = {} } = (Properties?.Environment ?? {}) as { Variables?: object };
      // References are longer here than what they become.
      expect(JSON.stringify(Variables).length, name).toBeLessThan(4096);
    }
  }
});

describe('acknowledgements', () => {
  /** Findings without acknowledgements: `path` of the resource and `id` of the finding. */
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

  test('each belongs to an existing finding', () => {
    process.env.CDK_VALIDATION = 'false';
    const app = deployedApp('prod', { cluster: ownChoices.cluster });
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
