import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { buildApp } from '#infra/app.ts';
import { parseSettings } from '#infra/settings.ts';
import { testSettings } from '#infra/test-settings.ts';
import { fakeAssets } from '#tests/infra/fake-assets.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const account = '000000000000';
const port = 45_670;
const endpoint = `http://127.0.0.1:${port}`;

/**
 * Without what MiniStack lacks: attributes of DKIM, associations of web ACLs, and the stack `Watch`, which has a budget and
 * metric math. `Web` is left out, because it needs the built app.
 */
const settings = parseSettings(
  {
    ...testSettings,
    account,
    firewall: undefined,
    mail: { ...testSettings.mail, domain: 'existing' },
  },
  'settings for MiniStack',
);
const isDeployable = (stack: string) => stack !== 'Watch';

/**
 * Deploys the stacks of `prod` with empty functions to MiniStack (https://pypi.org/project/ministack), which nobody here
 * wrote. It finds what a template names and does not make, and stacks in the wrong order.
 * @returns the number of stacks; undefined where there is no MiniStack
 * @throws if a stack cannot be deployed
 */
export async function deployToMiniStack(): Promise<number | undefined> {
  if (spawnSync('ministack', ['--help']).error) return undefined;
  const server = spawn('ministack', {
    env: { ...process.env, GATEWAY_PORT: String(port) },
    stdio: 'ignore',
  });
  try {
    // Refuses connections until it has started.
    const health = () => fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    await waitFor('MiniStack', async () => (await health())?.ok);
    const assembly = buildApp({ environment: 'prod', assetsDir: fakeAssets(), settings }).synth();
    const stacks = assembly.stacks.map(({ id }) => id).filter(isDeployable);
    cdk(assembly.directory, 'bootstrap', `aws://${account}/${settings.region}`);
    cdk(assembly.directory, 'deploy', ...stacks, '--require-approval', 'never');
    return stacks.length;
  } finally {
    await stop(server);
  }
}

function cdk(assembly: string, ...args: string[]): void {
  const access = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const { status, stdout, stderr } = spawnSync('cdk', [...args, '--app', assembly, '--ci'], {
    env: { ...process.env, ...access, AWS_REGION: settings.region },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`cdk ${args[0]} failed:\n${(stdout + stderr).slice(-4000)}`);
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}
