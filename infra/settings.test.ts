import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSettings, placeholdersIn, readSettings, settingsSchema } from './settings.ts';
import { testSettings } from './test-settings.ts';

const parse = (changes: object) => parseSettings({ ...testSettings, ...changes }, 'prod.json');
const example = JSON.parse(
  readFileSync(join(import.meta.dirname, 'environments/example.json'), 'utf8'),
);

test('the defaults suit a small installation: no web ACLs, two segments at a time, the default model', () => {
  const { firewall, segmentsAtOnce, mail } = parse({ firewall: undefined });
  expect({ firewall, segmentsAtOnce, mail }).toEqual({
    firewall: { site: 'none', users: 'none' },
    segmentsAtOnce: 2,
    mail: { from: 'no-reply@antecede.test', domain: 'create', sandboxRecipients: [] },
  });
});

describe('the example', () => {
  test('matches the schema', () => {
    expect(settingsSchema.safeParse(example).error).toBeUndefined();
  });

  test('cannot be deployed: the error names every value that the operator must set', () => {
    expect(placeholdersIn(example)).toEqual([
      'domain.name',
      'domain.certificateArn',
      'mail.from',
      'alertEmail',
      'links.partnerSiteUrl',
      'links.salesEmail',
      'links.blogUrl',
      'links.socialUrls.0',
      'postalAddress',
    ]);
    expect(() => parseSettings(example, 'prod.json')).toThrow(
      'postalAddress: still the value of the example',
    );
  });
});

test.each([
  ['no address for alarms', { alertEmail: undefined }, 'alertEmail'],
  ['a domain without its certificate', { domain: { name: 'a.test' } }, 'domain.certificateArn'],
  [
    'a certificate of another region',
    {
      domain: {
        name: 'a.test',
        certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/c',
      },
    },
    'us-east-1',
  ],
  ['a link without TLS', { links: { ...testSettings.links, blogUrl: 'http://b.test' } }, 'https'],
  ['a setting that nobody reads', { webAclArn: 'arn' }, 'webAclArn'],
  ['an index to keep warm that is none', { keepWarm: { indexes: ['a b'] } }, 'keepWarm.indexes.0'],
  ['less memory than a search needs', { searchMemoryMb: 512 }, 'searchMemoryMb'],
  ['more memory than Lambda gives', { searchMemoryMb: 10_241 }, 'searchMemoryMb'],
  ['more segments at once than report progress well', { segmentsAtOnce: 201 }, 'segmentsAtOnce'],
  [
    'half a cluster',
    { cluster: { endpoint: 'https://c.test' } },
    'either "managed", or "endpoint"',
  ],
  [
    'a cluster without a node in each zone',
    { cluster: { managed: { rows: 1, instance: 'r7g.large', nodes: 4, diskGb: 20 } } },
    'cluster.managed.nodes: is not a multiple of three',
  ],
  [
    'a cluster with too little memory',
    { cluster: { managed: { rows: 52_000_000, instance: 'r7g.large', nodes: 3, diskGb: 1000 } } },
    'cluster.managed: is too small for 52,000,000 rows',
  ],
  [
    'a cluster with too little disk',
    { cluster: { managed: { rows: 52_000_000, instance: 'r7g.4xlarge', nodes: 3, diskGb: 20 } } },
    'such as ',
  ],
])('%s is refused', (_, changes, message) => {
  expect(() => parse(changes)).toThrow(message);
});

test('the cluster that docs/operating.md shows is large enough for its rows', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');
  const [, shown] = /^"cluster": (\{.+\})$/m.exec(page)!;
  expect(parse({ cluster: JSON.parse(shown!) }).cluster?.managed?.rows).toBe(52_000_000);
});

test('settings are read from the file of the environment, and a missing one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antecede-settings-'));
  expect(() => readSettings('prod', folder)).toThrow('There is no infra/environments/prod.json');
  mkdirSync(join(folder, 'infra/environments'), { recursive: true });
  writeFileSync(join(folder, 'infra/environments/prod.json'), JSON.stringify(testSettings));
  expect(readSettings('prod', folder).mail.from).toBe('no-reply@antecede.test');
});
