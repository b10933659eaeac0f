/**
 * `npm run test:rotation`: every secret is changed as the chapter "Protection" of docs/operating.md says, on one machine, while people
 * and programs go on. No request is refused, and what was changed before does not work any more.
 */
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#shared/client.ts';
import { originHeader } from '#shared/origin-header.ts';
import { addCard } from '#tests/api/support/billing.ts';
import { ask, newConversation, untilStill } from '#tests/api/support/chat.ts';
import { signIn } from '#tests/api/support/cognito.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { clientAt } from '#tests/api/support/people.ts';
import { resourcesOf, synthesize } from '#tests/infra/synthesize.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';
import { type Customer, newCustomer, search } from './support/customer.ts';
import { startKeyCheckingProxy } from './support/key-checking-proxy.ts';
import { type Answers, beginLoad } from './support/load.ts';

let stack: Stack;
let customer: Customer;
let lambda: LambdaClient;
let ssm: SSMClient;
let functionNames: string[];
beforeAll(async () => {
  stack = await startStack();
  customer = await newCustomer(stack.origin);
  lambda = new LambdaClient(stack.client);
  ssm = new SSMClient(stack.client);
  functionNames = (await assemblyOf(stack)).functions.map(({ name }) => name);
});
afterAll(() => close(stack));

/** Changes variables of functions one after the other, as a deployment does, where `change` gives any. */
async function deploy(
  change: (name: string, variables: Record<string, string>) => Record<string, string> | undefined,
): Promise<number> {
  let changed = 0;
  for (const FunctionName of functionNames) {
    const { Environment } = await lambda.send(
      new GetFunctionConfigurationCommand({ FunctionName }),
    );
    const own = Environment!.Variables!;
    const other = change(FunctionName, own);
    if (!other) continue;
    const Variables = { ...own, ...other };
    await lambda.send(
      new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }),
    );
    changed++;
  }
  return changed;
}

/** All were answered, each kind many times. */
function expectAllAnswered(answers: Answers, atLeast: number): void {
  console.info(JSON.stringify(answers));
  for (const counts of Object.values(answers)) {
    expect(counts).toEqual({ answered: expect.any(Number) });
    expect(counts.answered).toBeGreaterThanOrEqual(atLeast);
  }
}

test('the secret of the origin is changed twice, functions first and CloudFront first', async () => {
  const values = ['first', 'second', 'third'];
  /** What the templates of a version say, with the values that Secrets Manager has by then. */
  const deployed = values.map((_, at) => {
    const templates = synthesize('prod', { originSecretVersion: at + 1 });
    const known: Record<string, string> = { '': values[at]!, AWSPREVIOUS: values[at - 1] ?? '' };
    const resolve = (text: string) =>
      text.replace(/\{\{resolve:secretsmanager:[^}]*:(\w*):\}\}/g, (_, stage) => known[stage]!);
    const [site] = resourcesOf(templates, 'AWS::CloudFront::Distribution');
    const [header] = site!.Properties.DistributionConfig.Origins.flatMap(
      (origin: { OriginCustomHeaders?: { HeaderValue: string }[] }) =>
        origin.OriginCustomHeaders ?? [],
    );
    const told = resourcesOf(templates, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
      const secret = Properties.Environment?.Variables.ORIGIN_SECRET;
      const name = String(Properties.FunctionName).replace('antecede-prod-', 'antecede-local-');
      return secret ? [[name, resolve(secret)] as const] : [];
    });
    return { sent: resolve(header.HeaderValue), accepted: new Map(told) };
  });
  const deployFunctions = (version: number) =>
    deploy((name) => {
      const secret = deployed[version]!.accepted.get(name);
      return secret === undefined ? undefined : { ORIGIN_SECRET: secret };
    });
  /** What the places of CloudFront send: each learns of a change at a time of its own. */
  const places = [deployed[0]!.sent, deployed[0]!.sent, deployed[0]!.sent];
  const { admin, indexId, apiKey } = customer;
  const through = (header: () => string | undefined) =>
    createClient({
      fetch(url, init) {
        const value = header();
        const headers = { ...init.headers, ...(value !== undefined && { [originHeader]: value }) };
        return fetch(url, { ...init, headers } as RequestInit);
      },
      baseUrl: stack.origin,
      getToken: async () => admin.idToken,
    });
  let turn = 0;
  const call = through(() => places[turn++ % places.length]);
  const searchThrough = (client: typeof call) =>
    client('query-index', {
      params: { index_id: indexId },
      body: { request: { conceptFeaturesString: 'whale', maxNumItems: 1 } },
      apiKey,
    });

  expect(await deployFunctions(0)).toBeGreaterThan(100);
  const load = beginLoad(
    {
      searches: () => searchThrough(call),
      people: () => call('get-user', { query: {} }),
      pages: () => call('get-config', {}),
      indexes: () => call('list-indexes', { query: {} }),
    },
    40,
  );
  await load.pass(20);
  await deployFunctions(1);
  for (const place of places.keys()) {
    await load.pass(10);
    places[place] = deployed[1]!.sent;
  }
  await load.pass(20);
  for (const place of places.keys()) {
    places[place] = deployed[2]!.sent;
    await load.pass(10);
  }
  await deployFunctions(2);
  await load.pass(20);
  expectAllAnswered(await load.stop(), 100);

  for (const gone of [undefined, deployed[0]!.sent, 'guessed']) {
    await expect(searchThrough(through(() => gone))).rejects.toMatchObject({ status: 403 });
  }
  await deploy((_, { ORIGIN_SECRET }) =>
    ORIGIN_SECRET === undefined ? undefined : { ORIGIN_SECRET: '' },
  );
});

test('the key of an index is changed while its programs go over to the new text one by one', async () => {
  const { admin, indexId, apiKey } = customer;
  const programs = [apiKey, apiKey, apiKey];
  const load = beginLoad(
    Object.fromEntries(
      programs.map((_, program) => [
        `program ${program + 1}`,
        () => search({ ...customer, apiKey: programs[program]! }, 'whale'),
      ]),
    ),
    60,
  );
  await load.pass(10);
  const keys = await admin.call('list-index-keys', { query: {} });
  const { id } = keys[indexId]!.find(({ api_key }) => api_key === apiKey)!;
  const { api_key: next } = await admin.call('rotate-index-key', {
    body: { org_id: admin.orgId, index: indexId, api_key_id: id, overlap_hours: 1 },
  });
  for (const program of programs.keys()) {
    await load.pass(10);
    programs[program] = next;
  }
  await load.pass(10);
  await advanceClock(stack.origin, '61m');
  await load.pass(10);
  expectAllAnswered(await load.stop(), 50);
  await expectFailure(search(customer, 'whale'), 'InvalidApiKey');
  customer = { ...customer, apiKey: next };
});

test('keys of the payment provider and of the model are changed: both are accepted until the old ones are revoked', async () => {
  const { IdToken } = await signIn(stack.origin, customer.admin);
  const admin = { ...customer.admin, idToken: IdToken, call: clientAt(stack.origin, IdToken) };
  await addCard(stack.origin, admin);
  const parameterOf = async (Name: string) => {
    const command = new GetParameterCommand({ Name, WithDecryption: true });
    return JSON.parse((await ssm.send(command)).Parameter!.Value!);
  };
  const payments = await parameterOf('antecede-local-stripe');
  const models = await parameterOf('antecede-local-openai');
  const target = new URL(stack.client.endpoint).origin;
  const [stripe, openAi] = await Promise.all([
    startKeyCheckingProxy(target, payments.secretKey),
    startKeyCheckingProxy(target, models.apiKey),
  ]);
  await deploy((_, { STRIPE_ENDPOINT, ASSISTANT_MODEL }) => {
    if (STRIPE_ENDPOINT === undefined && ASSISTANT_MODEL === undefined) return undefined;
    return {
      ...(STRIPE_ENDPOINT !== undefined && { STRIPE_ENDPOINT: stripe.origin }),
      ...(ASSISTANT_MODEL !== undefined && {
        ASSISTANT_MODEL: ASSISTANT_MODEL.replaceAll(target, openAi.origin),
      }),
    };
  });
  const invoices = () => admin.call('list-invoices', { query: {} });
  const question = async () => {
    const conversation = await newConversation(admin.call);
    const run = await ask(
      conversation,
      'Find patents on infusion pumps that notice a block early.',
    );
    const { status } = await untilStill(conversation, run.id);
    if (status === 'failed') throw new Error('the run has failed');
  };
  const load = beginLoad({ invoices, questions: question }, 300);
  await load.pass(2);
  stripe.accepted.add('sk_new');
  openAi.accepted.add('sk-new');
  const put = (Name: string, value: object) =>
    ssm.send(
      new PutParameterCommand({
        Name,
        Value: JSON.stringify(value),
        Type: 'SecureString',
        Overwrite: true,
      }),
    );
  await put('antecede-local-stripe', { ...payments, secretKey: 'sk_new' });
  await put('antecede-local-openai', { ...models, apiKey: 'sk-new' });
  await load.pass(1);
  // Functions know a parameter for five minutes.
  await advanceClock(stack.origin, '5m');
  await load.pass(2);
  stripe.accepted.delete(payments.secretKey);
  openAi.accepted.delete(models.apiKey);
  await load.pass(2);
  expectAllAnswered(await load.stop(), 7);
  expect(new Set(Object.keys(stripe.seen))).toEqual(new Set([payments.secretKey, 'sk_new']));
  expect(new Set(Object.keys(openAi.seen))).toEqual(new Set([models.apiKey, 'sk-new']));

  // A key that is revoked before functions know the next would have been noticed.
  for (const provider of [stripe, openAi]) provider.accepted.clear();
  await expectFailure(invoices(), 'BillingUnavailable');
  await expect(question()).rejects.toThrow('the run has failed');
  for (const provider of [stripe, openAi]) {
    expect(provider.seen.refused).toBeGreaterThan(0);
    provider.close();
  }
});
