import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './pages.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Package {
  dev?: boolean;
  link?: boolean;
  license?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const installed = Object.entries(packages).filter(([, one]) => one.link !== true);
const foreign = installed.filter(([name]) => name.includes('node_modules/'));
/** The others are in the archive of the package that they lie in. */
const downloaded = foreign.filter(([, { inBundle }]) => !inBundle);

test('every package is fixed by its digest, and none comes from outside of the registry', () => {
  expect(foreign.length).toBeGreaterThan(500);
  const loose = downloaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(loose.map(([name]) => name)).toEqual([]);
  const elsewhere = foreign.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https:'),
  );
  expect(elsewhere.map(([name]) => name)).toEqual([]);
});

/** Licences that let a product be sold and deployed without more than naming their owners. */
const permissive =
  /^\(?(MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|OFL-1\.1|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense)\)?$/;

/** Packages without a licence in the lock file, and what their own files say. */
const readByHand: Record<string, string> = {
  // The fonts of Bitstream Vera: free to use, copy and embed.
  'node_modules/dejavu-fonts-ttf': 'Bitstream-Vera',
  // Its README: MIT.
  'node_modules/format': 'MIT',
  // Its LICENSE: MIT.
  'node_modules/png-js': 'MIT',
};

test('everything that is deployed or published has a permissive licence', () => {
  const refused = foreign
    .filter(([name, { dev }]) => !dev && !(name in readByHand))
    .filter(
      ([, { license = '' }]) => !license.split(/ OR | AND /).some((one) => permissive.test(one)),
    )
    .map(([name, { license }]) => `${name}: ${license}`);
  expect(refused).toEqual([]);
  expect(Object.keys(readByHand).filter((name) => !packages[name])).toEqual([]);
});

test('which install scripts run is decided in package.json', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as {
    allowScripts: Record<string, boolean>;
  };
  const names = foreign
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([name]) => name.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
});

/** What leaked keys look like: AWS, Stripe, OpenAI, GitHub, npm, private keys. */
const secrets =
  /\b(AKIA[A-Z0-9]{16}|sk_live_\w{16,}|rk_live_\w{16,}|whsec_[A-Za-z0-9]{32,}|sk-(proj-)?\w{32,}|gh[pousr]_\w{36}|npm_\w{36})\b|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

test('no file holds a key', () => {
  const files = globSync('**/*.{ts,tsx,mjs,js,json,md,yml,sh,css,html}', {
    cwd: root,
    exclude: (name) => /node_modules|dist|cdk\.out|\.local|test-results/.test(name),
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => secrets.test(read(file)))).toEqual([]);
  expect(secrets.test(['AKIA', 'ABCDEFGHIJKLMNOP'].join(''))).toBe(true);
});

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      permissions?: Record<string, string>;
      'timeout-minutes'?: number;
      steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
    }
  >;
}
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

describe.each(workflows)('%s', (file) => {
  const text = read(file);
  const { on, permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('names each action by commit and version', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
  });

  test('may read only, but for the token by which it proves itself', () => {
    const granted = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})];
    const writes = granted.flatMap((one) =>
      Object.entries(one).filter(([, level]) => level === 'write'),
    );
    expect(writes.filter(([name]) => name !== 'id-token')).toEqual([]);
  });

  test('runs no text of strangers, and leaves no token in the checkout', () => {
    expect(Object.keys(on)).not.toContain('pull_request_target');
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    expect(text).not.toMatch(/AWS_SECRET_ACCESS_KEY/);
  });

  test('ends at some time', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });
});
