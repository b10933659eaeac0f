import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#infra/app.ts';
import type { EnvironmentName } from '#infra/environments.ts';
import { readNeeds } from '#infra/permissions.ts';
import { parseSettings, type Settings, type SettingsFile } from '#infra/settings.ts';
import { testSettings } from '#infra/test-settings.ts';
import { fakeAssets } from './fake-assets.ts';

export interface TemplateResource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by type and is CloudFormation's, not ours
  Properties: Record<string, any>;
  Metadata?: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface Template {
  Outputs?: Record<string, { Value: unknown }>;
  Resources: Record<string, TemplateResource>;
}

type Templates = Record<string, Template>;

/** Settings that an operator chose instead of the default. One set for several tests: synthesizing takes seconds. */
export const ownChoices = {
  mail: { ...testSettings.mail, domain: 'existing' },
  searchMemoryMb: 4096,
  visitorConcurrency: 20,
  essentialConcurrency: 30,
  queryUrl: { concurrency: 50, domain: 'abc123.lambda-url.us-east-1.on.aws' },
  keepWarm: { indexes: ['us_patents', 'idx_1'], everyMinutes: 3 },
  vault: { copyTo: 'arn:aws:backup:us-east-1:222233334444:backup-vault:antecede-prod' },
  canary: { indexId: 'arxiv', text: 'neural networks', everyMinutes: 10 },
  cluster: {
    managed: { rows: 10_000_000, instance: 'r7g.large', nodes: 3, diskGb: 100 },
  },
} satisfies Partial<SettingsFile>;

/** Several files of tests ask for the same templates, and none changes them. */
const synthesized = new Map<string, Templates>();

/**
 * Templates of an environment by the stack's id (`Data`), without the checks that guard deployments.
 * @param changes settings that differ from `testSettings`
 */
export function synthesize(
  environment: EnvironmentName,
  changes: Partial<SettingsFile> = {},
): Templates {
  const settings = parseSettings({ ...testSettings, ...changes }, 'the test’s settings');
  const key = JSON.stringify([environment, settings]);
  const templates = synthesized.get(key) ?? synthesizeAnew(environment, settings);
  synthesized.set(key, templates);
  return templates;
}

/** The same for all templates. */
let needs: ReturnType<typeof readNeeds> | undefined;
let assetsDir: string | undefined;
/** Bundles that one synthesis has copied there serve the next. */
let outdir: string | undefined;

function synthesizeAnew(environment: EnvironmentName, settings: Settings): Templates {
  process.env.CDK_VALIDATION = 'false';
  process.env.CDK_DISABLE_STACK_TRACE = '1';
  needs ??= readNeeds();
  assetsDir ??= fakeAssets();
  outdir ??= mkdtempSync(join(tmpdir(), 'antecede-assembly-'));
  const app = buildApp({ environment, assetsDir, needs, settings, outdir });
  const assembly = app.synth();
  return Object.fromEntries(assembly.stacks.map((stack) => [stack.id, stack.template as Template]));
}

/** All resources of a type, by logical id. */
export function resourcesOf(
  templates: Templates,
  type: string,
): (TemplateResource & { id: string })[] {
  return Object.values(templates).flatMap((template) =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ id, ...resource })),
  );
}

/** The one resource of a type whose logical id begins like this. */
export function resourceNamed(
  templates: Templates,
  type: string,
  prefix: string,
): TemplateResource & { id: string } {
  const found = resourcesOf(templates, type).filter(({ id }) => id.startsWith(prefix));
  if (found.length !== 1) {
    throw new Error(`${found.length} resources of type ${type} begin with ${prefix}`);
  }
  return found[0]!;
}
