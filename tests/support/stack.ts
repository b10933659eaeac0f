import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Assembly, loadAssembly } from '#local/assembly/load-assembly.ts';
import { cachedBuild } from '#local/build/cached-build.ts';
import { originPlaceholder } from '#local/build/origin-placeholder.ts';
import { assemblyStep, projectRoot } from '#local/build/steps.ts';
import { localOperator } from '#local/operator.ts';
import { filledDataStep } from './filled-data.ts';

/** Cache folder for builds of tests and benchmarks. Each build runs once. */
export const buildDir = path.join(projectRoot, 'node_modules/.cache/antecede-build');

/** `npm start` as a process of its own. */
export interface StackProcess {
  child: ChildProcess;
  /** What it has printed so far. */
  printed(): string;
  /** Resolves with the exit code; null when a signal has ended it. */
  exit: Promise<number | null>;
}

/** A local cloud that answers. */
export interface Stack extends StackProcess {
  /** `http://localhost:34567`. */
  origin: string;
  port: number;
  dataDir: string;
  /** Options for AWS clients with the operator's permissions. */
  client: ReturnType<typeof localOperator>;
}

export interface StackOptions {
  /** Absolute path; by default a copy of an installation whose first start is over. */
  dataDir?: string;
  /** A free one by default. */
  port?: number;
  environment?: Record<string, string>;
  /**
   * Whether functions stay for an hour, as tests want it: a third of the processor's time would go into starting them
   * again. Benchmarks measure what `npm start` does.
   */
  functionsStay?: boolean;
}

/**
 * Variables of the test runner must not change the web build, and tests must not use a person's Stripe key.
 */
const neutral = {
  NODE_ENV: undefined,
  STRIPE_SECRET_KEY: undefined,
  OPENAI_API_KEY: undefined,
  REPORT_API_KEY: undefined,
  REPORT_JUDGE: undefined,
};

/**
 * Room for new objects that threads of functions have from the start, in MB: 150 → 120 ms of processor for each, because
 * they do not collect garbage while they load. `npm start` takes less memory instead.
 */
const youngMegabytes = 4;

/** Runs `npm start` as it is, whether or not it can start. */
export function spawnStack(environment: Record<string, string>): StackProcess {
  const flags = ['--no-warnings', `--min-semi-space-size=${youngMegabytes}`];
  const child = spawn(process.execPath, [...flags, 'packages/local/start.mjs'], {
    cwd: projectRoot,
    env: { ...process.env, ...neutral, LOCAL_BUILD_DIR: buildDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed: () => text, exit };
}

/** Starts a local cloud and waits until it answers. If it does not, throws with its output. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { port = 0, environment, functionsStay = true } = options;
  const dataDir = options.dataDir ?? (await filledDataDir());
  const stack = spawnStack({
    PORT: String(port),
    LOCAL_DATA_DIR: dataDir,
    ...(functionsStay && { BUSY_MS: '3600000' }),
    ...environment,
  });
  const origin = await Promise.race([originOf(stack), stack.exit.then(() => undefined)]);
  if (!origin) throw new Error(`The stack has stopped:\n${stack.printed()}`);
  const given = Number(new URL(origin).port);
  return { ...stack, origin, port: given, dataDir, client: localOperator(given, dataDir) };
}

/** The address that a stack prints once it answers. */
async function originOf({ child, printed }: StackProcess): Promise<string> {
  for (;;) {
    const [, origin] = /runs at (\S+)/.exec(printed()) ?? [];
    if (origin) return origin;
    await once(child.stdout!, 'data');
  }
}

/** Kills the process without warning. */
export async function kill({ child, exit }: StackProcess): Promise<void> {
  child.kill('SIGKILL');
  await exit;
}

/** Stops a stack as Ctrl+C does. Its data stays. */
export async function stop({ child, exit }: StackProcess): Promise<void> {
  child.kill('SIGTERM');
  await exit;
}

/** Stops a stack and removes its data. */
export async function close(stack: Stack): Promise<void> {
  await stop(stack);
  await removeDataDir(stack.dataDir);
}

/** An empty data folder: the next start on it is a first start. */
export const newDataDir = () => mkdtemp(path.join(tmpdir(), 'antecede-data-'));

export const removeDataDir = (dataDir: string) => rm(dataDir, { recursive: true, force: true });

/** A data folder with the sample catalogues and the demo account, as a first start leaves it. */
export async function filledDataDir(): Promise<string> {
  const [filled, dataDir] = await Promise.all([
    cachedBuild(filledDataStep, buildDir),
    newDataDir(),
  ]);
  await cp(filled, dataDir, { recursive: true });
  return dataDir;
}

/** What is deployed on a stack: its resources and functions, with their physical names. */
export async function assemblyOf({
  origin,
  client,
}: {
  origin: string;
  client: { endpoint: string };
}): Promise<Assembly> {
  const built = await cachedBuild(assemblyStep, buildDir);
  const { endpoint } = client;
  return loadAssembly(path.join(built, 'cdk.out'), { origin, endpoint }, originPlaceholder);
}
