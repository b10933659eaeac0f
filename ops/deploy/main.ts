/** `npm run deploy`: checks the account, says what a deployment would change, asks, and deploys. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { type EnvironmentName, isEnvironmentName } from '#infra/environments.ts';
import { readSettings, type Settings } from '#infra/settings.ts';
import { askBackupAs } from './ask-backup.ts';
import { blockedExports } from './blocked-exports.ts';
import { describeChanges, wordChanges } from './describe-changes.ts';
import type { Finding } from './finding.ts';
import { afterAll, afterData } from './next-step.ts';
import { type Clients, preflight } from './preflight.ts';
import { readDeployed, type SynthesizedStack } from './read-deployed.ts';
import { commitOf, smokeTest } from './smoke.ts';
import { outputsOf } from './stack-outputs.ts';

const help = `Usage: npm run deploy -- --env NAME [--check | --yes]

Checks the account, says in words what the deployment would change, asks for the name of the environment, and
deploys all stacks. The settings are those of infra/environments/NAME.json. The first time it deploys the stack Data
only, and prints the DNS records that SES waits for; run it again when they are published.

  --env NAME   dev, staging or prod
  --check      says what it would change, and changes nothing
  --yes        does not ask, for pipelines; refused where data would be lost

The AWS credentials are those of the shell.`;

const projectDir = join(import.meta.dirname, '../..');
const assembly = join(projectDir, 'cdk.out');

interface Options {
  env: EnvironmentName;
  check: boolean;
  yes: boolean;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      env: { type: 'string' },
      check: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { env, check, yes } = values;
  if (values.help || !isEnvironmentName(env) || env === 'local') {
    console.log(help);
    return values.help ? 0 : 2;
  }
  return deploy({ env, check, yes });
}

async function deploy({ env, check, yes }: Options): Promise<number> {
  const settings = readSettings(env);
  const clients = clientsOf(settings.region);
  const { findings, dataOnly } = await preflight(env, settings, clients);
  for (const finding of findings) console.log(lineOf(finding));
  if (findings.some(({ level }) => level === 'stop')) return 1;
  run('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'error']);
  const commit = commitHere();
  run('cdk', [
    'synth',
    '--quiet',
    '-c',
    `env=${env}`,
    ...(commit ? ['-c', `commit=${commit}`] : []),
  ]);

  const stacks = synthesized().filter(({ id }) => !dataOnly || id === 'Data');
  const deployed = await Promise.all(stacks.map(({ name }) => readDeployed(name, clients)));
  const changes = stacks.flatMap(({ id, template }, at) =>
    describeChanges(id, deployed[at] ?? {}, template),
  );
  console.log(`\nWhat changes in ${env}:`);
  for (const line of wordChanges(changes)) console.log(`  ${line}`);
  const blocked = blockedExports(
    new Map(stacks.flatMap(({ id }, at) => (deployed[at] ? [[id, deployed[at]]] : []))),
    new Map(stacks.map(({ id, template }) => [id, template])),
  );
  if (blocked.length > 0) {
    console.error(
      `CloudFormation would refuse this: other stacks still import ${blocked.join(', ')}. Deploy a commit first in which they do not, or see “From an earlier version” in docs/operating.md.`,
    );
    return 1;
  }
  if (check) return 0;
  if (changes.length === 0) {
    await tellNext(dataOnly, { env, settings, clients });
    return 0;
  }
  const isDestructive = changes.some((change) => change.isDestructive);
  if (yes && isDestructive) {
    console.error('Lines with ! need a person: run it without --yes.');
    return 1;
  }
  if (!yes && !(await isConfirmed(env))) {
    console.log('Nothing was changed.');
    return 1;
  }
  const before = await appOf(env, clients);
  const ids = dataOnly ? ['Data'] : ['--all'];
  run('cdk', ['deploy', '--app', assembly, ...ids, '--require-approval', 'never']);
  await tellNext(dataOnly, { env, settings, clients });
  return dataOnly ? 0 : tryOut(env, clients, { commit, former: before?.commit });
}

/** Tries what was deployed, and says how to go back if it does not work. */
async function tryOut(
  env: EnvironmentName,
  clients: Clients,
  { commit, former }: { commit: string | undefined; former: string | undefined },
): Promise<number> {
  console.log('\nTrying it as a stranger does ...');
  const { DistributionDomain } = (await outputsOf(clients, `antecede-${env}-edge`))!;
  const wrong = await smokeTest(`https://${DistributionDomain}`, commit);
  if (wrong.length === 0) {
    console.log('It works.');
    return 0;
  }
  for (const line of wrong) console.error(`✗ ${line}`);
  const back = `git checkout ${former ?? 'COMMIT'} && npm ci && npm run deploy -- --env ${env}`;
  console.error(
    former && former !== commit
      ? `Before, ${former} was deployed. To go back to it: ${back}`
      : `Deploy the commit that worked: ${back}`,
  );
  return 1;
}

/** What runs until now; undefined before the first deployment. */
async function appOf(env: EnvironmentName, clients: Clients) {
  const outputs = await outputsOf(clients, `antecede-${env}-edge`);
  return outputs && { commit: await commitOf(`https://${outputs.DistributionDomain}`) };
}

/** The commit of this folder; with `-dirty` if files differ from it, and undefined outside of a repository. */
function commitHere(): string | undefined {
  const options = { cwd: projectDir, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], options);
  if (status !== 0) return undefined;
  const changed = spawnSync(
    'git',
    ['status', '--porcelain', '--untracked-files=no'],
    options,
  ).stdout;
  return `${stdout.trim()}${changed.trim() === '' ? '' : '-dirty'}`;
}

/** Says what a person does next. */
async function tellNext(
  dataOnly: boolean,
  { env, settings, clients }: { env: EnvironmentName; settings: Settings; clients: Clients },
): Promise<void> {
  const name = `antecede-${env}-${dataOnly ? 'data' : 'edge'}`;
  const outputs = (await outputsOf(clients, name))!;
  console.log(`\n${dataOnly ? afterData(settings, outputs) : afterAll(settings, outputs)}`);
}

function clientsOf(region: string): Clients {
  const sts = new STSClient({ region });
  return {
    sts,
    cloudFormation: new CloudFormationClient({ region }),
    acm: new ACMClient({ region: 'us-east-1' }),
    ses: new SESv2Client({ region }),
    lambda: new LambdaClient({ region }),
    ssm: new SSMClient({ region }),
    sns: new SNSClient({ region }),
    kms: new KMSClient({ region }),
    askBackup: askBackupAs(sts),
  };
}

const noCredentials =
  'There are no AWS credentials in this shell. Sign in with `aws sso login --profile NAME`, then `export AWS_PROFILE=NAME`; or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';

const marks = { ok: '✓', note: '·', stop: '✗' };
const lineOf = ({ level, subject, text }: Finding) => `${marks[level]} ${subject}: ${text}`;

/** Runs a tool of the project. Its failure ends this process. */
function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: projectDir, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}

function synthesized(): SynthesizedStack[] {
  const { artifacts } = readJson('manifest.json') as {
    artifacts: Record<
      string,
      { type: string; properties: { templateFile: string; stackName: string } }
    >;
  };
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([id, { properties }]) => ({
      id,
      name: properties.stackName,
      template: readJson(properties.templateFile),
    }));
}

const readJson = (file: string): object => JSON.parse(readFileSync(join(assembly, file), 'utf8'));

async function isConfirmed(env: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`\nType ${env} to deploy this: `);
  terminal.close();
  return answer.trim() === env;
}

try {
  process.exitCode = await main();
} catch (error) {
  const fault = error as Error;
  console.error(fault.name === 'CredentialsProviderError' ? noCredentials : fault.message);
  process.exitCode = 1;
}
