import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policyOf } from '#infra/constructs/policy.ts';
import { readNeeds } from '#infra/permissions.ts';

/** Needs of one function with this code. */
function needsOf(name: string, files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'antecede-needs-'));
  for (const [file, code] of Object.entries(files)) writeFileSync(join(directory, file), code);
  return readNeeds([{ name, file: 'entry.ts' }], directory).get(name)!;
}

test('docs/permissions.md lists the permissions of every function: review its changes', async () => {
  const lines = [...readNeeds()].flatMap(([name, { permissions, settings, logsSearches }]) => [
    '',
    `## ${name}`,
    '',
    ...(permissions.length + settings.length === 0 ? ['Nothing.'] : []),
    ...(logsSearches ? ['- tells the search history of searches, in its log'] : []),
    ...permissions.map((need) => `- \`${need.name}\` (${need.source})`),
    ...settings.map((need) => `- setting \`${need.name}\` (${need.source})`),
  ]);
  const page = [
    '# Permissions',
    '',
    'What each function may do on AWS, read out of its code, with the declaration that needs it. Beside that each',
    'writes its logs, and functions behind a queue receive its messages. Written by',
    '`vitest run --project infra tests/infra/permissions.test.ts --update`.',
    ...lines,
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/permissions.md');
});

test('unreachable permissions are not granted', () => {
  const needs = needsOf('some-job', {
    'store.ts': `
      import { tableName } from '#core/runtime/config.ts';
      export const read = () => use('dynamodb:GetItem Accounts');
      export const erase = () => use('dynamodb:DeleteItem Accounts');
      const use = (permission) => tableName(permission);`,
    'entry.ts': `
      import { erase, read } from './store.ts';
      const unused = () => erase();
      export async function handler() { return read(); }`,
  });
  expect(needs.permissions).toEqual([
    { name: 'dynamodb:GetItem Accounts', source: 'store.ts, read' },
  ]);
});

test('a comment or a text that mentions a permission grants nothing', () => {
  const needs = needsOf('some-job', {
    'entry.ts': `
      // queueUrl('sqs:SendMessage Mail')
      const said = (text) => text;
      export const handler = async () => said('s3:GetObject Indexes/*');`,
  });
  expect(needs).toEqual({
    permissions: [],
    settings: [],
    logsSearches: false,
  });
});

test('a permission that is composed at run time stops the deployment', () => {
  const code = `
    import { queueUrl } from '#core/runtime/config.ts';
    export const handler = async ({ queue }) => queueUrl('sqs:SendMessage ' + queue);`;
  expect(() => needsOf('some-job', { 'entry.ts': code })).toThrow(
    'entry.ts, handler: write the permission or setting of queueUrl() as a literal.',
  );
});

test('an endpoint of the contract without a file stops the deployment and is named', () => {
  expect(() =>
    readNeeds([{ name: 'get-user', file: 'functions/people/endpoints/get-nobody.ts' }]),
  ).toThrow('No handler for get-user (functions/people/endpoints/get-nobody.ts)');
});

test('a file that handles another endpoint stops the deployment', () => {
  expect(() =>
    readNeeds([{ name: 'get-user', file: 'functions/site/endpoints/get-health.ts' }]),
  ).toThrow('functions/site/endpoints/get-health.ts handles get-health, not get-user');
});

test('a file without a handler stops the deployment', () => {
  expect(() => needsOf('some-job', { 'entry.ts': 'export const handle = () => 1;' })).toThrow(
    'entry.ts exports no handler',
  );
});

test('a permission for a resource of a later stack names the function and the code that needs it', () => {
  const need = {
    name: 'states:StartExecution IndexBuild',
    source: 'functions/indexes/index-build.ts, startBuild',
  } as const;
  expect(() => policyOf('plan-build', [need], {})).toThrow(
    'plan-build needs states:StartExecution IndexBuild (functions/indexes/index-build.ts, startBuild), which is made after it',
  );
});
