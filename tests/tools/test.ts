/**
 * Runs checks and prints the seconds of each and the totals. `npm test` runs the quick ones, `npm run test:more` the
 * long ones, and `npm test -- unit api` the named ones of either. Checks in a browser and on OpenSearch run beside the
 * others. Fault tests do not: they and the API's take longer at the same time than one after the other.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { missingCluster } from '../cluster/support/fetched-server.ts';
import { missingPython } from './python.ts';

interface Counts {
  passed: number;
  failed: number;
}

/** A check: its command, and how its test counts are read. A check without counts is one test. */
interface Runner {
  name: string;
  command: string[];
  env?: Record<string, string>;
  count?: () => Counts;
  /** Runs beside the checks that do not. */
  beside?: boolean;
  /** Part of `npm run test:more` instead of `npm test`. */
  long?: boolean;
  /** What this machine lacks for the check, which is then left out. */
  missing?: string;
}

/** The checks' reports, and everything that their tests leave in the folder for temporary files. */
const scratch = mkdtempSync(path.join(tmpdir(), 'antecede-test-'));
const reportFile = (name: string) => path.join(scratch, `${name}.json`);
/** Records of what functions were allowed and denied: the local clouds of all tests write there. */
const permissionsDir = path.join(scratch, 'permissions');
const readReport = (name: string) => JSON.parse(readFileSync(reportFile(name), 'utf8'));

/** Projects of `vitest.config.ts` as one check; by default the project of the check's name, and all of its files. */
function vitest(name: string, projects = [name], files: string[] = []): Runner {
  return {
    name,
    command: [
      'vitest',
      'run',
      ...files,
      ...projects.map((project) => `--project=${project}`),
      '--reporter',
      'dot',
      '--reporter',
      'json',
      `--outputFile.json=${reportFile(name)}`,
    ],
    count: () => {
      const { numPassedTests, numTotalTests, success } = readReport(name);
      const failed = numTotalTests - numPassedTests;
      // A test file that cannot be loaded has no failed tests, but the run is not successful.
      return { passed: numPassedTests, failed: failed || (success ? 0 : 1) };
    },
  };
}

const runners: Runner[] = [
  { name: 'biome', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // One thread: several compute the same types each, and the other core is busy with the browser.
  {
    name: 'oxlint',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    env: { GOMAXPROCS: '1' },
  },
  { name: 'knip', command: ['knip'] },
  { name: 'tsc', command: ['tsc', '-p', '.', '--checkers', '1'] },
  { name: 'tsc-shared', command: ['tsc', '-p', 'shared'] },
  vitest('unit', ['unit', 'functions']),
  vitest('infra'),
  { ...vitest('components'), beside: true },
  vitest('api'),
  { ...vitest('long'), long: true },
  { ...vitest('deployment'), long: true },
  { ...vitest('api-long', ['api-long', 'clock']), long: true },
  { ...vitest('faults'), long: true },
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('e2e') },
    beside: true,
    long: true,
    count: () => {
      const { expected, unexpected, flaky, skipped } = readReport('e2e').stats;
      return { passed: expected, failed: unexpected + flaky + skipped };
    },
  },
  { ...vitest('cluster'), beside: true, long: true, missing: await missingCluster() },
  { ...vitest('python'), long: true, missing: missingPython() },
  // One failure of each function. `npm run test:faults` has every failure of every call.
  {
    ...vitest('first-faults', ['generated-faults'], ['tests/generated-faults/first-calls.test.ts']),
    beside: true,
    long: true,
  },
];

/** Runs after the others, whose records it reads, and only if it is named: `npm run check:permissions`. */
const permissions: Runner = {
  name: 'permissions',
  command: ['node', 'tests/tools/check-permissions.ts', permissionsDir],
};

interface Result extends Counts {
  name: string;
  seconds: number;
  printed: string;
}

/** Output of a check is shown when it ends, so that those which run at the same time do not mix. */
async function run({ name, command, env, count }: Runner): Promise<Result> {
  const startedAt = performance.now();
  console.log(`── ${name} begins`);
  const [program = '', ...args] = command;
  const child = spawn(path.join('node_modules', '.bin', program), args, {
    stdio: wanted.length === 1 ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // A person's key is not for tests: `npm run test:stripe` is.
    env: {
      ...process.env,
      STRIPE_SECRET_KEY: undefined,
      TMPDIR: scratch,
      PERMISSIONS_DIR: permissionsDir,
      // Each dot of a log would be in codes of colour.
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
      ...env,
    },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  }
  const [exitCode] = await once(child, 'close');
  const counts = countOf(exitCode === 0, count);
  const seconds = (performance.now() - startedAt) / 1000;
  const result = { name, ...counts, seconds, printed: Buffer.concat(printed).toString() };
  process.stdout.write(result.printed);
  console.log(`── ${line(result)}\n`);
  return result;
}

async function runInTurn(lane: readonly Runner[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const runner of lane) results.push(await run(runner));
  return results;
}

const line = ({ name, passed, failed, seconds }: Omit<Result, 'printed'>) =>
  `${name.padEnd(12)}${seconds.toFixed(1).padStart(7)} s${String(passed).padStart(7)} passed${String(failed).padStart(5)} failed`;

function countOf(ok: boolean, count?: () => Counts): Counts {
  if (!count) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  try {
    const counts = count();
    // No test at all, or an exit code that the counts do not explain, is a failure too.
    const unexplained = counts.failed === 0 && (!ok || counts.passed === 0);
    return unexplained ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    console.error(`no report: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { more: { type: 'boolean', default: false } },
});
const all = [...runners, permissions];
const unknown = wanted.filter((name) => !all.some((runner) => runner.name === name));
if (unknown.length) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${all.map((r) => r.name).join(', ')}`);
  process.exit(2);
}
const asked = runners.filter(({ name, long = false }) =>
  wanted.length === 0 ? long === values.more : wanted.includes(name),
);
const chosen = asked.filter(({ missing }) => !missing);
const startedAt = performance.now();
const lanes = await Promise.all([
  runInTurn(chosen.filter(({ beside }) => !beside)),
  runInTurn(chosen.filter(({ beside }) => beside)),
]);
if (wanted.includes(permissions.name)) lanes.push([await run(permissions)]);
const seconds = (performance.now() - startedAt) / 1000;
const results = lanes.flat();
try {
  rmSync(scratch, { recursive: true, maxRetries: 5, retryDelay: 200 });
} catch (error) {
  console.warn(`${scratch} could not be removed: ${(error as Error).message}`);
}
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
const total = { passed: sum('passed'), failed: sum('failed') };
// Where logs are cut in the middle, their end still says what failed.
for (const { name, failed, printed } of results) {
  if (failed > 0) console.log(`── ${name} failed; it printed at last:\n${printed.slice(-8000)}`);
}
console.log();
for (const result of results) console.log(line(result));
for (const { name, missing } of asked) if (missing) console.log(`${name} is left out: ${missing}`);
console.log(line({ name: 'all', ...total, seconds }));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
