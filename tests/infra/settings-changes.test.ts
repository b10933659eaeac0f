import { afterEach, expect, test, vi } from 'vitest';
import { bypassesCloudFront } from '#core/request/bypasses-cloudfront.ts';
import { type SettingsFile, settingsSchema } from '#infra/settings.ts';
import { ownDomain, testSettings } from '#infra/test-settings.ts';
import { blockedExports } from '#ops/deploy/blocked-exports.ts';
import { describeChanges } from '#ops/deploy/describe-changes.ts';
import { originHeader } from '#shared/origin-header.ts';
import { ownChoices, resourcesOf, synthesize, type Template } from './synthesize.ts';

type Templates = Record<string, Template>;
type Change = [what: string, settings: Partial<SettingsFile>];

const managed = ownChoices.cluster.managed;

/** An installation in which every setting is set, apart from those that exclude each other. */
const base: Partial<SettingsFile> = { ...ownChoices, mail: testSettings.mail, domain: ownDomain };

/** Each differs from `base` in one value. Undefined takes a setting out. */
const changes: Change[] = [
  ['no own domain', { domain: undefined }],
  ['another own domain', { domain: { ...ownDomain, name: 'find.antecede.test' } }],
  ['another sender', { mail: { from: 'hello@antecede.test' } }],
  ['a mail domain that exists', { mail: { ...testSettings.mail, domain: 'existing' } }],
  ['another mail domain', { mail: { from: 'no-reply@other.test', domain: 'existing' } }],
  [
    'a recipient in the sandbox',
    { mail: { ...testSettings.mail, sandboxRecipients: ['a@b.test'] } },
  ],
  ['another address for alarms', { alertEmail: 'other@antecede.test' }],
  ['another budget', { monthlyBudgetUsd: 77 }],
  ['no web ACL of the site', { firewall: { site: 'none', users: 'create' } }],
  [
    'a web ACL that exists',
    {
      firewall: {
        site: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/w/1',
        users: 'create',
      },
    },
  ],
  ['no web ACL of users', { firewall: { site: 'create', users: 'none' } }],
  ['more segments at once', { segmentsAtOnce: 9 }],
  ['fewer builds of an organization', { buildsAtOnce: 1 }],
  ['no instances for visitors', { visitorConcurrency: undefined }],
  ['other instances for what must not wait', { essentialConcurrency: 10 }],
  ['no address of the query function', { queryUrl: undefined }],
  ['one that CloudFront does not use', { queryUrl: { concurrency: 50 } }],
  ['other instances for it', { queryUrl: { ...ownChoices.queryUrl, concurrency: 60 } }],
  ['programs that ask it themselves', { queryUrl: { ...ownChoices.queryUrl, forPrograms: true } }],
  ['more requests', { requestsPerSecond: 2000 }],
  ['more searches', { routeRequestsPerSecond: { 'query-index': 500 } }],
  ['other memory', { searchMemoryMb: 2048 }],
  ['no cluster', { cluster: undefined }],
  ['more nodes', { cluster: { managed: { ...managed, nodes: 6 } } }],
  ['other nodes', { cluster: { managed: { ...managed, instance: 'r7g.xlarge' } } }],
  [
    'a cluster that exists',
    {
      cluster: {
        endpoint: 'https://search.other.test',
        arn: 'arn:aws:es:us-east-1:111122223333:domain/other',
      },
    },
  ],
  ['indexes of all sizes on the cluster', { cluster: { managed, fromRows: 1 } }],
  ['nothing kept warm', { keepWarm: undefined }],
  ['other indexes kept warm', { keepWarm: { indexes: ['idx_2'], everyMinutes: 5 } }],
  ['no vault', { vault: undefined }],
  ['another vault', { vault: { copyTo: `${ownChoices.vault.copyTo}-2` } }],
  ['no canary', { canary: undefined }],
  ['another canary', { canary: { indexId: 'idx_2', text: 'bees', everyMinutes: 30 } }],
  ['other links', { links: { ...testSettings.links, blogUrl: 'https://other.antecede.test' } }],
  ['another postal address', { postalAddress: 'Antecede, 2 Main Street, Dover, DE 19901, USA' }],
  ['another secret of the origin', { originSecretVersion: 2 }],
  ['secrets of a version before', { formerExports: true }],
  ['rotation of the encryption key', { rotateEncryptionKey: true }],
  ['page views', { countPageViews: true }],
  ['no list of leaked passwords', { breachedPasswords: false }],
  ['payments', { stripePublishableKey: 'pk_test' }],
  [
    'another model',
    {
      assistant: {
        model: 'other',
        endpoint: 'https://model.other.test/v1',
        api: 'chat',
        effort: 'high',
        maxOutputTokens: 32_000,
        supportModel: 'none',
      },
    },
  ],
  ['models that judge', { reportJudge: { model: 'judge' } }],
  [
    'a model that embeds',
    {
      embedder: {
        api: 'openai',
        endpoint: 'https://models.antecede.test/v1',
        model: 'embed',
        dimensions: 256,
        usdPerMillionTokens: 0.02,
      },
    },
  ],
];

/** What only leads on: another user pool, in two deployments. */
const anotherPool: Partial<SettingsFile>[] = [
  { userPoolVersion: 2, formerUserPool: true },
  { userPoolVersion: 2 },
];

const after = (change: Partial<SettingsFile>) => synthesize('prod', { ...base, ...change });

/** What AWS would refuse, or what would lose data, where one installation becomes another. */
function faultsOf(from: Templates, to: Templates): string[] {
  const blocked = blockedExports(new Map(Object.entries(from)), new Map(Object.entries(to)));
  const changed = Object.keys(to)
    .flatMap((stack) => describeChanges(stack, from[stack] ?? {}, to[stack]!))
    // A resource that replaces another gets the same name, which is taken. What is kept is not lost.
    .filter(({ verb, what, isDestructive }) =>
      isDestructive ? !what.endsWith('(it is kept)') : verb === 'replaces',
    )
    .map(({ stack, verb, what }) => `${stack} ${verb} ${what}`);
  return [...blocked, ...changed, ...movedNames(from, to)];
}

/** Resources with a name of their own that another stack shall make: the name is taken until the first gives it up. */
function movedNames(from: Templates, to: Templates): string[] {
  const before = stacksOfNames(from);
  return [...stacksOfNames(to)]
    .filter(([name, stack]) => before.has(name) && before.get(name) !== stack)
    .map(([name, stack]) => `${name} moves to ${stack}`);
}

const naming = /^(\w*Name|Name|AlarmName)$/;

function stacksOfNames(templates: Templates): Map<string, string> {
  return new Map(
    Object.entries(templates).flatMap(([stack, { Resources }]) =>
      Object.values(Resources).flatMap(({ Type, Properties }) =>
        Object.entries(Properties)
          .filter(([key, value]) => naming.test(key) && String(value).startsWith('antecede-'))
          .map(([key, value]): [string, string] => [`${Type} ${key} ${value}`, stack]),
      ),
    ),
  );
}

test('every setting is changed by one of the cases', () => {
  // These two say which installation it is.
  const changeable = Object.keys(settingsSchema.shape).filter(
    (key) => !['account', 'region'].includes(key),
  );
  const changed = new Set(
    [...changes.map(([, change]) => change), ...anotherPool].flatMap((change) =>
      Object.keys(change),
    ),
  );
  expect(changeable.filter((key) => !changed.has(key))).toEqual([]);
});

test.each(changes)('nothing is lost or refused with %s, and with the change back', (_, change) => {
  const [before, next] = [after({}), after(change)];
  expect(faultsOf(before, next)).toEqual([]);
  expect(faultsOf(next, before)).toEqual([]);
});

test('another user pool takes the place of one that is lost, which no deployment touches', () => {
  const pools = (templates: Templates) =>
    resourcesOf({ Identity: templates.Identity! }, 'AWS::Cognito::UserPool');
  const [lost, both, only] = [after({}), ...anotherPool.map(after)] as [
    Templates,
    Templates,
    Templates,
  ];
  expect(faultsOf(lost, both)).toEqual([]);
  expect(faultsOf(both, only)).toEqual([]);
  // At once, it would take away what other stacks import.
  expect(faultsOf(lost, only)).not.toEqual([]);
  // CloudFormation leaves alone what is the same, and forgets what is kept.
  const ofLost = Object.entries(lost.Identity!.Resources).filter(([id]) => id.startsWith('Users'));
  expect(ofLost.length).toBeGreaterThan(2);
  for (const [id, { Type, Properties }] of ofLost) {
    expect.soft(both.Identity!.Resources[id], id).toMatchObject({ Type, Properties });
    expect.soft(only.Identity!.Resources[id], id).toBeUndefined();
  }
  const [former] = pools(lost);
  expect(pools(both).find(({ id }) => id === former!.id)?.DeletionPolicy).toBe('Retain');
  const [next, ...others] = pools(only);
  expect(others).toEqual([]);
  expect(next!.id).not.toBe(former!.id);
  // Everything asks the new one from the first of the two on.
  const imported = (templates: Templates) => {
    const { Identity, ...stacks } = templates;
    expect(Identity).toBeDefined();
    return JSON.stringify(stacks).match(/ExportsOutput\w*Users\w+/g) ?? [];
  };
  expect(imported(both).length).toBe(imported(lost).length);
  for (const name of imported(both)) expect(name).toMatch(/Users2/);
});

test('an export that others import is reported when it goes, and when its value changes', () => {
  const producer = (Value?: string) => ({
    Outputs: Value ? { Name: { Value, Export: { Name: 'data:table' } } } : {},
  });
  const deployed = new Map<string, object>([
    ['Data', producer('one')],
    ['Search', { Resources: { Reader: { Table: { 'Fn::ImportValue': 'data:table' } } } }],
  ]);
  const becomes = (next: object) => blockedExports(deployed, new Map([['Data', next]]));
  expect(becomes(producer('one'))).toEqual([]);
  expect(becomes(producer('two'))).toEqual(['Data data:table']);
  expect(becomes(producer())).toEqual(['Data data:table']);
});

test('what stacks of a version before import stays while the settings say so', () => {
  const exported = (changes: Partial<SettingsFile>) =>
    Object.keys(after(changes).Data!.Outputs ?? {}).filter((name) =>
      /^ExportsOutputRef(OpenAI|Stripe)Secret/.test(name),
    );
  // The names in templates of version 0.1.0.
  expect(exported({ formerExports: true })).toEqual([
    'ExportsOutputRefStripeSecret80A38A6811AB71BD',
    'ExportsOutputRefOpenAISecretAD3AE700A6118850',
  ]);
  expect(exported({})).toEqual([]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a new secret of the origin refuses no request, whatever is deployed first; the next one ends the old value', () => {
  /** Values that the secret had, oldest first. */
  const values = ['first', 'second', 'third'];
  const deployments = values.map((_, at) => {
    const known: Record<string, string> = {
      '': values[at]!,
      AWSPREVIOUS: values[at - 1] ?? '',
    };
    const templates = after({ originSecretVersion: at + 1 });
    const resolve = (text: string) =>
      text.replace(
        /\{\{resolve:secretsmanager:antecede-prod-origin:SecretString::(\w*):\}\}/g,
        (_, stage) => known[stage]!,
      );
    const [site] = resourcesOf(templates, 'AWS::CloudFront::Distribution');
    const headers = site!.Properties.DistributionConfig.Origins.flatMap(
      (origin: { OriginCustomHeaders?: { HeaderValue: string }[] }) =>
        origin.OriginCustomHeaders ?? [],
    );
    const told = resourcesOf(templates, 'AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment?.Variables.ORIGIN_SECRET ?? [],
    );
    return { sent: resolve(headers[0].HeaderValue), accepted: resolve(told[0]) };
  });
  const isRefused = (sender: number, receiver: number) => {
    vi.stubEnv('ORIGIN_SECRET', deployments[receiver]!.accepted);
    return bypassesCloudFront({ headers: { [originHeader]: deployments[sender]!.sent } });
  };
  for (const [older, newer] of [
    [0, 1],
    [1, 2],
  ] as const) {
    expect(isRefused(older, newer)).toBe(false);
    expect(isRefused(newer, older)).toBe(false);
    expect(isRefused(newer, newer)).toBe(false);
  }
  expect(isRefused(0, 2)).toBe(true);
});
