/**
 * Every limit of attempts at the calls that it limits: whoever has used it up is refused at each of them, over HTTP.
 * `limits.test.ts` shows that it is used up by as many as the table says, and fills again.
 */
import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import { type Attempt, attemptKinds } from '#shared/attempt-limits.ts';
import type { Client } from '#shared/client.ts';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import { errorsOf } from '#shared/contract/errors-of.ts';
import { accounts } from '#tables/accounts.ts';
import { activity } from '#tables/activity.ts';
import { reports } from '#tables/reports.ts';
import { type Conversation, newConversation } from '#tests/api/support/chat.ts';
import { cognito, readMailbox } from '#tests/api/support/cognito.ts';
import { animals, createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import {
  clientAt,
  type Member,
  newAddress,
  newAdminAt,
  newUserAt,
} from '#tests/api/support/people.ts';
import { makeReport, newMailbox } from '#tests/api/support/reports.ts';
import { type JudgeModel, startJudgeModel } from '#tests/support/judge-model.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const patent = 'US-99030012-B2';
const dayMs = 86_400_000;

let stack: Stack;
let model: JudgeModel;
let database: DynamoDBDocumentClient;
let tables: { accounts: string; activity: string; reports: string };
let visitor: Client;
let admin: Member;
let userId: string;
/** Of the admin, and of a visitor. */
let threads: { own: Conversation; open: Conversation };
let shareToken: string;
let webhook: { webhook_id: string };
let deliveryId: string;

beforeAll(async () => {
  model = await startJudgeModel();
  const judge = { model: 'cheap', secondModel: 'dear', endpoint: model.endpoint };
  stack = await startStack({
    environment: { REPORT_JUDGE: JSON.stringify(judge), REPORT_API_KEY: model.apiKey },
  });
  const { functions } = await assemblyOf(stack);
  const told = (name: string) =>
    functions.map(({ environment }) => environment[name]).find(Boolean)!;
  tables = {
    accounts: told('TABLE_ACCOUNTS'),
    activity: told('TABLE_ACTIVITY'),
    reports: told('TABLE_REPORTS'),
  };
  database = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  visitor = clientAt(stack.origin);
  admin = await newAdminAt(stack.origin);
  userId = (await admin.call('get-user', { query: {} })).item_id;
  threads = { own: await newConversation(admin.call), open: await newConversation(visitor) };
  for (const { call, threadId, threadToken } of Object.values(threads)) {
    const params = { id: threadId };
    await call('create-chat-message', { params, body: { content: 'fish' }, threadToken });
  }
  await makeReport(visitor, 'invalidation', patent);
  const subject = { kind: 'invalidation', ucid: patent } as const;
  const shared = await admin.call('share-report', {
    body: { ...subject, audience: 'anyone', days: 7, marks: false },
  });
  shareToken = new URL(shared.url).hash.slice(1);
  const made = await admin.call('create-webhook', {
    body: { url: 'http://localhost:9/hook', events: ['index.ready'] },
  });
  webhook = { webhook_id: made.webhook.webhook_id };
  deliveryId = (await admin.call('try-webhook', { params: webhook })).delivery_id;
});
afterAll(async () => {
  await close(stack);
  await model.close();
});

/** Uses up an allowance, for years. */
async function exhaust(kind: Attempt, whose: string): Promise<void> {
  const key = activity.attempts.key({ kind, person_hash: personHash(whose) });
  const tat = Date.now() + 10 * 365 * dayMs;
  await database.send(new PutCommand({ TableName: tables.activity, Item: { ...key, tat } }));
}

async function restore(kind: Attempt, whose: string): Promise<void> {
  const Key = activity.attempts.key({ kind, person_hash: personHash(whose) });
  await database.send(new DeleteCommand({ TableName: tables.activity, Key }));
}

const noticesTo = async (email: string) => {
  const mails = await readMailbox(stack.origin, email);
  return mails.filter(({ subject }) => subject === 'A new sign-in to your account').length;
};

/** Sets attributes of the admin's organization. */
const setOrganization = (name: string, value: unknown) =>
  database.send(
    new UpdateCommand({
      TableName: tables.accounts,
      Key: accounts.organization.key({ org_id: admin.orgId }),
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

type Calls = Partial<Record<EndpointName, () => Promise<unknown>>>;

interface Attack {
  whose: () => string;
  /** Each is refused while the allowance is used up. */
  calls: () => Calls;
  /** Before the calls. */
  prepare?: () => Promise<unknown>;
}

const all = () => 'all';
/** How the local cloud sees this test. */
const network = () => '127.0.0.1';
const order = { subscription_plan: 'Monthly' } as const;

const ofVisitor = () => {
  const { threadId: id, threadToken } = threads.open;
  const params = { id };
  const run = { params: { id, runId: 'run_none' }, threadToken };
  return { params, run, of: { params, threadToken } };
};
const question = ({ call, threadId: id, threadToken }: Conversation) => ({
  'create-chat-run': () => call('create-chat-run', { params: { id }, threadToken }),
});
const forms = (email: string): Calls => ({
  'subscribe-newsletter': () => visitor('subscribe-newsletter', { body: { EMAIL: email } }),
  'request-demo': () =>
    visitor('request-demo', { body: { full_name: 'Eve', email, message: 'Hello' } }),
});
const reportCalls = (call: Client, email: string): Calls => ({
  'request-prior-art': () => call('request-prior-art', { body: { ucid: patent, email } }),
  'request-invalidation-report': () =>
    call('request-invalidation-report', { body: { ucid: patent, email } }),
});
const prepared = (call: Client): Calls => ({
  'prepare-report': () => call('prepare-report', { body: { kind: 'prior-art', ucid: patent } }),
});
const cards = (): Calls => ({
  'create-setup-intent': () => admin.call('create-setup-intent', { body: { type: 'card' } }),
  'create-payment-method': () =>
    admin.call('create-payment-method', { body: { token_id: 'pm_card_visa' } }),
  'update-payment-method': () =>
    admin.call('update-payment-method', { body: { token_id: 'pm_card_visa' } }),
  'verify-bank-account': () => admin.call('verify-bank-account', { body: { amounts: [1, 2] } }),
  'update-subscription': () => admin.call('update-subscription', { body: order }),
  'activate-with-coupon': () =>
    admin.call('activate-with-coupon', { body: { ...order, couponCode: 'X' } }),
});
const invitation = (email = newAddress()): Calls => ({
  'create-user': () =>
    admin.call('create-user', {
      body: {
        email,
        full_name: 'Grace Hopper',
        type: 'invite',
        org_id: admin.orgId,
        auth_user_id: admin.authUserId,
      },
    }),
});
const invited = newAddress();
const mailbox = newMailbox();
const founder = newAddress();
let alone: Client;
let fileKey: string;
let indexId: string;

const attacks: Partial<Record<Attempt, Attack>> = {
  organization: {
    whose: () => founder,
    // Another tag is the same mailbox.
    prepare: async () => {
      alone = (await newUserAt(stack.origin, founder.replace('@', '+2@'))).call;
    },
    calls: () => ({
      'create-organization': () => alone('create-organization', { body: { name: 'Second' } }),
    }),
  },
  account: {
    whose: () => admin.authUserId,
    calls: () => ({
      'update-user': () =>
        admin.call('update-user', {
          body: { auth_user_id: admin.authUserId, full_name: 'Ada Byron' },
        }),
      'confirm-second-factor': () => admin.call('confirm-second-factor', { body: {} }),
      'sign-out': () => admin.call('sign-out', { body: { refresh_token: 'none' } }),
      'create-user': () =>
        admin.call('create-user', {
          body: {
            full_name: 'Ada Byron',
            email: admin.email,
            auth_user_id: admin.authUserId,
            type: 'sign_up',
          },
        }),
    }),
  },
  invite: { whose: () => `${admin.orgId} ${invited}`, calls: () => invitation(invited) },
  invite_new: { whose: () => admin.orgId, calls: () => invitation() },
  invite_trial: {
    whose: () => admin.orgId,
    prepare: () => setOrganization('created_at', new Date(Date.now() - 8 * dayMs).toISOString()),
    calls: () => invitation(),
  },
  coupon: {
    whose: () => admin.orgId,
    calls: () => ({
      'preview-subscription': () =>
        admin.call('preview-subscription', { body: { ...order, couponCode: 'X' } }),
      'update-subscription': () =>
        admin.call('update-subscription', { body: { ...order, couponCode: 'X' } }),
      'apply-coupon': () => admin.call('apply-coupon', { body: { couponCode: 'X' } }),
      'activate-with-coupon': () =>
        admin.call('activate-with-coupon', { body: { ...order, couponCode: 'X' } }),
    }),
  },
  card_organization: { whose: () => admin.orgId, calls: cards },
  card_person: { whose: () => userId, calls: cards },
  card_address: { whose: network, calls: cards },
  billing_read: {
    whose: () => userId,
    calls: () => ({
      'get-subscription': () => admin.call('get-subscription', { query: {} }),
      'list-invoices': () => admin.call('list-invoices', { query: {} }),
      'preview-subscription': () => admin.call('preview-subscription', { body: order }),
      'cancel-subscription': () => admin.call('cancel-subscription', { body: {} }),
      'update-subscription': () =>
        admin.call('update-subscription', { body: { keep_subscription: true } }),
    }),
  },
  chat_user: { whose: () => userId, calls: () => question(threads.own) },
  chat_address: { whose: network, calls: () => question(threads.open) },
  chat_visitors: { whose: all, calls: () => question(threads.open) },
  chat_read: {
    whose: network,
    calls: () => {
      const { params, run, of } = ofVisitor();
      const { threadToken } = run;
      return {
        ...question(threads.open),
        'get-chat-thread': () => visitor('get-chat-thread', of),
        'rename-chat-thread': () => visitor('rename-chat-thread', { ...of, body: { title: 'x' } }),
        'export-chat-thread': () => visitor('export-chat-thread', of),
        'share-chat-thread': () => visitor('share-chat-thread', { ...of, body: { days: 1 } }),
        'unshare-chat-thread': () => visitor('unshare-chat-thread', of),
        'open-shared-chat': () => visitor('open-shared-chat', { body: { token: 'thr_1.rs_1' } }),
        'list-chat-messages': () => visitor('list-chat-messages', { ...of, query: {} }),
        'create-chat-message': () =>
          visitor('create-chat-message', { ...of, body: { content: 'fish' } }),
        'get-chat-run': () => visitor('get-chat-run', run),
        'cancel-chat-run': () => visitor('cancel-chat-run', run),
        'submit-tool-outputs': () =>
          visitor('submit-tool-outputs', {
            threadToken,
            body: {
              thread_id: params.id,
              run_id: 'run_none',
              tool_outputs: [{ tool_call_id: 'call_none', output: '{}' }],
            },
          }),
        'delete-chat-thread': () => visitor('delete-chat-thread', of),
      };
    },
  },
  chat_tool: {
    whose: () => userId,
    calls: () => ({
      'create-chat-thread': () => admin.call('create-chat-thread'),
      'create-chat-message': () =>
        admin.call('create-chat-message', {
          params: { id: threads.own.threadId },
          body: { content: 'fish' },
        }),
      'create-feedback': () =>
        admin.call('create-feedback', { body: { intent: true, userFeedback: '' } }),
      'share-chat-thread': () =>
        admin.call('share-chat-thread', {
          params: { id: threads.own.threadId },
          body: { days: 1 },
        }),
    }),
  },
  similar_user: {
    whose: () => userId,
    calls: () => ({
      'list-similar-rows': () =>
        admin.call('list-similar-rows', {
          query: { index_id: 'arxiv', column: 'id', value: '1' },
        }),
    }),
  },
  counterparts_user: {
    whose: () => userId,
    calls: () => ({
      'list-counterparts': () =>
        admin.call('list-counterparts', {
          body: { index_id: 'arxiv', other_index_id: 'wikipedia' },
        }),
    }),
  },
  source: {
    whose: () => admin.orgId,
    calls: () => ({
      'create-dataset-source': () =>
        admin.call('create-dataset-source', {
          body: { filename: 'limit.csv', url: 'http://localhost:9/a.csv' },
        }),
      'fetch-dataset-source': () =>
        admin.call('fetch-dataset-source', { params: { source_id: 'src_none' } }),
    }),
  },
  search_export: {
    whose: () => admin.orgId,
    calls: () => ({
      'create-search-export': async () => {
        const { api_key: apiKey } = await admin.call('create-search-key', {
          body: { index_id: 'arxiv' },
        });
        const request = { conceptFeaturesString: 'galaxies' };
        return admin.call('create-search-export', {
          params: { index_id: 'arxiv' },
          body: { format: 'csv', request },
          apiKey,
        });
      },
    }),
  },
  webhook: {
    whose: () => admin.orgId,
    calls: () => ({
      'try-webhook': () => admin.call('try-webhook', { params: webhook }),
      'redeliver-webhook': () =>
        admin.call('redeliver-webhook', { params: { ...webhook, delivery_id: deliveryId } }),
      'rotate-webhook-secret': () => admin.call('rotate-webhook-secret', { params: webhook }),
    }),
  },
  search_key: {
    whose: () => userId,
    calls: () => ({
      'create-search-key': () => admin.call('create-search-key', { body: { index_id: 'arxiv' } }),
    }),
  },
  patents_address: {
    whose: network,
    calls: () => ({
      'get-patent-text': () => visitor('get-patent-text', { body: { ucid: patent } }),
      'get-filtered-data': () =>
        visitor('get-filtered-data', { body: { query: 'fish', limit: 1 } }),
      'rerank-patents': () =>
        visitor('rerank-patents', {
          body: { ucid: null, claim_text: 'A net, comprising a rope', candidates: [] },
        }),
      'suggest-patents': () => visitor('suggest-patents', { query: { number: patent } }),
      'get-citation-graph': () => visitor('get-citation-graph', { query: { ucid: patent } }),
      'list-citing-patents': () => visitor('list-citing-patents', { query: { ucid: patent } }),
      'get-prior-art': () => visitor('get-prior-art', { query: { ucid: patent } }),
      'get-invalidation-report': () =>
        visitor('get-invalidation-report', { query: { ucid: patent } }),
      'check-prior-art': () => visitor('check-prior-art', { query: { ucid: patent } }),
      'check-invalidation-report': () =>
        visitor('check-invalidation-report', { query: { ucid: patent } }),
      'check-report-data': () => visitor('check-report-data', { query: { ucid: patent } }),
      'open-shared-report': () => visitor('open-shared-report', { body: { token: shareToken } }),
    }),
  },
  images_address: {
    whose: network,
    calls: () => ({
      'get-patent-image': () =>
        visitor('get-patent-image', { query: { ucid: patent, name: 'a.png' } }),
    }),
  },
  outreach_address: { whose: network, calls: () => forms(newMailbox()) },
  outreach_email: {
    whose: () => mailbox,
    calls: () => forms(mailbox.replace('@', '+tag@')),
  },
  outreach_all: { whose: all, calls: () => forms(newMailbox()) },
  report_person: {
    whose: () => userId,
    calls: () => ({
      ...prepared(admin.call),
      ...reportCalls(admin.call, newMailbox()),
      'search-report-again': async () => {
        const { report } = await visitor('get-invalidation-report', { query: { ucid: patent } });
        const like = [report.art[0]!.ucid];
        return admin.call('search-report-again', { body: { report: patent, like, unlike: [] } });
      },
    }),
  },
  report_address: {
    whose: network,
    calls: () => ({ ...prepared(visitor), ...reportCalls(visitor, newMailbox()) }),
  },
  report_patent: { whose: () => `prior-art ${patent}`, calls: () => prepared(visitor) },
  report_visitors: {
    whose: all,
    calls: () => ({ ...prepared(visitor), ...reportCalls(visitor, newMailbox()) }),
  },
  report_email: {
    whose: () => admin.email,
    calls: () => reportCalls(admin.call, admin.email),
  },
  report_files: {
    whose: () => userId,
    calls: () => ({
      'export-report': () =>
        admin.call('export-report', {
          body: { kind: 'invalidation', ucid: patent, format: 'csv', marks: false },
        }),
      'add-report-reference': () =>
        admin.call('add-report-reference', { body: { report: patent, reference: patent } }),
      'export-list': () => admin.call('export-list', { params: { list_id: 'lst_none' }, body: {} }),
      'open-shared-report': () => admin.call('open-shared-report', { body: { token: shareToken } }),
      'export-shared-report': () =>
        admin.call('export-shared-report', { body: { token: shareToken, format: 'csv' } }),
    }),
  },
  report_files_address: {
    whose: network,
    calls: () => ({
      'export-shared-report': () =>
        visitor('export-shared-report', { body: { token: shareToken, format: 'csv' } }),
    }),
  },
  report_marks: {
    whose: () => userId,
    calls: () => ({
      'get-report-marks': () => admin.call('get-report-marks', { query: { ucid: patent } }),
    }),
  },
  data_export: {
    whose: () => userId,
    calls: () => ({
      'request-data-export': () =>
        admin.call('request-data-export', { body: { auth_user_id: admin.authUserId } }),
    }),
  },
  upload: {
    whose: () => admin.orgId,
    calls: () => {
      const { orgId: org_id, email } = admin;
      const filename = 'a.csv';
      return {
        'create-upload': () =>
          admin.call('create-upload', { body: { org_id, user_email: email, filename } }),
        'create-cli-upload': () =>
          admin.call('create-cli-upload', { body: { org_id, email, filename, filesize: 10 } }),
      };
    },
  },
  build: {
    whose: () => admin.orgId,
    prepare: async () => {
      fileKey = await upload(admin, 'animals.csv', animals);
      indexId = (await createIndex(admin, 'Animals', fileKey)).item_id;
    },
    calls: () => ({
      'create-index': () => createIndex(admin, 'More', fileKey),
      'rebuild-index': () =>
        admin.call('rebuild-index', {
          body: {
            index_id: indexId,
            orgId: admin.orgId,
            dataset: { value: fileKey, label: fileKey },
          },
        }),
    }),
  },
  // Last of those of the organization, because it is a customer afterwards.
  invite_paid: {
    whose: () => admin.orgId,
    prepare: () =>
      setOrganization('subscription', {
        id: 'sub_1',
        status: 'active',
        current_period_start: Math.floor(Date.now() / 1000),
        current_period_end: Math.floor(Date.now() / 1000) + 86_400,
        plan: { amount: 2400, interval: 'month' },
        cancel_at_period_end: false,
      }),
    calls: () => invitation(),
  },
};

test.each(Object.entries(attacks) as [Attempt, Attack][])(
  '%s is refused at each call that it limits',
  async (kind, { whose, calls, prepare }) => {
    await prepare?.();
    await exhaust(kind, whose());
    const outcomes: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls())) {
      outcomes[name] = await call().then(
        () => 'allowed',
        ({ code }) => code,
      );
    }
    await restore(kind, whose());
    const names = Object.keys(outcomes);
    expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'TooManyAttempts'])));
  },
);

test('sign-ups, sign-ins and codes are refused by the user pool', async () => {
  const password = 'a long password';
  const signUp = () => cognito(stack.origin, 'SignUp', { Username: mailbox, Password: password });
  const operations = [
    ['sign_up', mailbox, signUp],
    ['sign_up_all', 'all', signUp],
    [
      'sign_in',
      admin.email,
      () =>
        cognito(stack.origin, 'InitiateAuth', {
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: admin.email, PASSWORD: admin.password },
        }),
    ],
    [
      'verify_address',
      admin.authUserId,
      () =>
        cognito(stack.origin, 'UpdateUserAttributes', {
          AccessToken: admin.accessToken,
          ClientId: undefined,
          UserAttributes: [{ Name: 'email', Value: newAddress() }],
        }),
    ],
  ] as const;
  for (const [kind, whose, call] of operations) {
    await exhaust(kind, whose);
    await expect(call(), kind).rejects.toThrow(/Too many attempts/);
    await restore(kind, whose);
  }
});

test('report_stranger is answered as if it were mailed, and nobody is mailed', async () => {
  await exhaust('report_stranger', mailbox);
  expect(await reportCalls(visitor, mailbox)['request-prior-art']!()).toEqual({ ucid: patent });
  const { Attributes } = await database.send(
    new DeleteCommand({
      TableName: tables.reports,
      Key: reports.address.key({ mailbox_hash: personHash(mailbox) }),
      ReturnValues: 'ALL_OLD',
    }),
  );
  expect(Attributes).toBeUndefined();
});

test('device_notice is answered, and no further mail is sent', async () => {
  const signIn = () => admin.call('get-user', { query: { device: randomUUID() } });
  const noticed = (mails: number) =>
    waitFor(`${mails} notices`, async () => (await noticesTo(admin.email)) >= mails);
  await signIn();
  await noticed(1);
  await exhaust('device_notice', admin.authUserId);
  for (let device = 0; device < 5; device++) await signIn();
  await restore('device_notice', admin.authUserId);
  // The mail about this one shows that those before it would have arrived.
  await signIn();
  await noticed(2);
  expect(await noticesTo(admin.email)).toBe(2);
});

test('passwords_address is answered as if no password had leaked', async () => {
  const read = async () => (await fetch(`${stack.origin}/api/breached-passwords/5BAA6`)).text();
  expect(await read()).not.toBe('');
  await exhaust('passwords_address', network());
  expect(await read()).toBe('');
  await restore('passwords_address', network());
});

test.each([
  ['report_judged_visitors', 'US-99020012-B2', () => visitor],
  ['report_judged', 'US-99040012-B2', () => admin.call],
] as const)('%s leaves the judgement out, and says so', async (kind, ucid, caller) => {
  await exhaust(kind, 'all');
  await makeReport(caller(), 'invalidation', ucid);
  const { report } = await visitor('get-invalidation-report', { query: { ucid } });
  expect(report.record.judging).toMatchObject({ judged: 0, stopped: 'limit' });
  await restore(kind, 'all');
});

test('embedded_rows leaves changed rows without a vector, which are found by their words', async () => {
  const { orgId } = admin;
  const file = await upload(admin, 'embedded.csv', animals);
  const { item_id } = await createIndex(admin, 'Embedded', file, undefined, '[]', {}, true);
  await waitForBuild(admin, item_id);
  const body = { org_id: orgId, index: item_id, changes_rows: true };
  const { api_key: apiKey } = await admin.call('create-index-key', { body });
  const params = { index_id: item_id };
  const text = 'the snow leopard hunts above the line of trees';
  const add = (id: string) =>
    visitor('upsert-rows', {
      params,
      query: { key: 'id' },
      body: { rows: [{ id, title: id, text }] },
      apiKey,
    });
  await exhaust('embedded_rows', orgId);
  await add('beyond');
  await restore('embedded_rows', orgId);
  await add('within');
  // With a vector alone, only that of a row tells two of the same text apart.
  const vector = Array.from({ length: 64 }, (_, i) => i - 31.5);
  const asked = { params, body: { request: { vector, maxNumItems: 100 } }, apiKey };
  const { foundItems } = await visitor('query-index', asked);
  const scoreOf = (wanted: string) => foundItems.find(({ id }) => id === wanted)!.conceptScore;
  expect(scoreOf('within')).not.toBe(scoreOf('beyond'));
});

/** Attacked above without a call of the API, or refusing nobody: a hint beyond `warm_index` is no work (`tests/api/warm.test.ts`). */
const otherwise: Attempt[] = [
  'device_notice',
  'passwords_address',
  'sign_up',
  'sign_up_all',
  'sign_in',
  'verify_address',
  'report_stranger',
  'report_judged',
  'report_judged_visitors',
  'warm_index',
  'embedded_rows',
];

test('every row of the table, and every call that may be refused, is attacked', () => {
  const covered = [...Object.keys(attacks), ...otherwise];
  expect(attemptKinds.filter((kind) => !covered.includes(kind))).toEqual([]);
  const called = new Set(Object.values(attacks).flatMap(({ calls }) => Object.keys(calls())));
  const refusing = endpointNames.filter((name) =>
    errorsOf(contract[name]).includes('TooManyAttempts'),
  );
  expect(refusing.filter((name) => !called.has(name))).toEqual([]);
});
