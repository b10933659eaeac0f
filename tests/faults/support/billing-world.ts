/**
 * The billing of the product in one process: its handlers, called as the host calls them, on DynamoDB and the local
 * Stripe. Time stands still but for `pass`. Events of Stripe, mails and queued work wait until a test delivers them.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, type SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { afterAll, expect, vi } from 'vitest';
import type { ApiHandler } from '#core/request/lambda.ts';
import type { Resource } from '#local/assembly/resource.ts';
import { openDynamoDB } from '#local/aws/dynamodb/dynamodb.ts';
import { tableResource } from '#local/aws/dynamodb/test-tables.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { AwsError, type Service } from '#local/aws/service.ts';
import { serveStripe } from '#local/stripe/serve-stripe.ts';
import { setUpBilling } from '#ops/billing/set-up.ts';
import { attemptKinds, attemptLimits, enforced } from '#shared/attempt-limits.ts';
import type { Contract, EndpointName } from '#shared/contract/contract.ts';
import type { OutputOf, RequestOf } from '#shared/contract/endpoint.ts';
import type { Role } from '#shared/contract/users.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ProductError } from '#shared/errors.ts';
import { envName, queues } from '#shared/resources.ts';
import { newTrial, type Subscription } from '#shared/subscription.ts';
import { accounts as accountsTable } from '#tables/accounts.ts';
import type { TableSchema } from '#tables/define-table.ts';
import { tableSchemas } from '#tables/tables.ts';
import { answerParameters } from '#tests/support/parameters.ts';

type BillingEndpoint = Extract<
  EndpointName,
  | 'get-subscription'
  | 'preview-subscription'
  | 'update-subscription'
  | 'cancel-subscription'
  | 'apply-coupon'
  | 'activate-with-coupon'
  | 'create-setup-intent'
  | 'create-payment-method'
  | 'update-payment-method'
  | 'verify-bank-account'
  | 'list-invoices'
  | 'get-user'
  | 'send-cancel-notice'
  | 'receive-stripe-event'
>;

/** An admin with an organization of their own. */
export interface Customer {
  authUserId: string;
  email: string;
  orgId: string;
}

export interface Mail {
  to: string;
  subject: string;
}

/** As the deployment declares it. */
function declarationOf({ name, indexes, expiry }: TableSchema): Resource {
  const keysOf = (index: string) => ['pk', 'sk'].map((key) => `${index.toLowerCase()}${key}`);
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  return tableResource(name, {
    ...(expiry && { TimeToLiveSpecification: { AttributeName: expiry, Enabled: true } }),
    AttributeDefinitions: ['pk', 'sk', ...indexes.flatMap(keysOf)].map(text),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({
        IndexName,
        KeySchema: keysOf(IndexName).map((AttributeName, position) => ({
          AttributeName,
          KeyType: position === 0 ? 'HASH' : 'RANGE',
        })),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  });
}

/** Hands requests of an SDK client to a local service, without a network between them. */
const transportTo = (service: Service) => ({
  async handle({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) {
    const answer = (statusCode: number, content: object) => ({
      response: {
        statusCode,
        headers: {},
        body: new TextEncoder().encode(JSON.stringify(content)),
      },
    });
    try {
      const name = headers['x-amz-target']!.split('.')[1]!;
      return answer(
        200,
        (await callAsHost(service, name, JSON.parse(new TextDecoder().decode(body)))) as object,
      );
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const { code, message, statusCode, fields } = error;
      return answer(statusCode, { __type: code, message, ...fields });
    }
  },
  updateHttpClientConfig() {},
  httpHandlerConfigs: () => ({}),
});

/** One per test file: the AWS clients of the handlers keep the address they were first told. */
export async function openBillingWorld() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 12) });
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-'));
  const local = await serveStripe(dataDir);
  local.resume();
  const stripe = new Stripe(local.secretKey, {
    host: '127.0.0.1',
    port: local.port,
    protocol: 'http',
    telemetry: false,
  });
  await setUpBilling(stripe, 'https://billing.invalid', undefined);
  // Nobody delivers events but the test.
  for (const { id } of (await stripe.webhookEndpoints.list()).data) {
    await stripe.webhookEndpoints.del(id);
  }
  const webhookSecret = 'whsec_of_this_test';

  const database = await openDynamoDB({ dataDir, clock: Date });
  const schemas = Object.values(tableSchemas);
  for (const schema of schemas) await database.declare(declarationOf(schema));
  Object.assign(process.env, {
    ...Object.fromEntries(schemas.map(({ name }) => [envName('table', name), name])),
    ...Object.fromEntries(queues.map((name) => [envName('queue', name), name])),
    SECRET_STRIPE: 'stripe',
    STRIPE_ENDPOINT: local.origin,
    SALES_EMAIL: 'sales@example.com',
    MAIL_FROM: 'antecede@example.com',
    MAIL_CONFIGURATION_SET: 'sent-mail',
    PUBLIC_ORIGIN: 'https://search.example.com',
    VALIDATE_OUTPUTS: 'true',
    // Tests about other things add cards without a pause.
    ATTEMPT_LIMITS: enforced({
      ...attemptLimits,
      ...Object.fromEntries(
        attemptKinds
          .filter((kind) => kind.startsWith('card_') || kind === 'billing_read')
          .map((kind) => [kind, { burst: 100_000, seconds: 1 }]),
      ),
    }),
    POSTAL_ADDRESS: 'Antecede, Example Street 1',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
    POWERTOOLS_METRICS_NAMESPACE: 'test',
    POWERTOOLS_SERVICE_NAME: 'test',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });

  const queued: { queue: string; body: string }[] = [];
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation((async (command: SendMessageCommand) => {
    queued.push({ queue: command.input.QueueUrl!, body: command.input.MessageBody! });
  }) as never);
  const sent: Mail[] = [];
  vi.spyOn(SESv2Client.prototype, 'send').mockImplementation((async ({
    input,
  }: SendEmailCommand) => {
    sent.push({
      to: input.Destination!.ToAddresses![0]!,
      subject: input.Content!.Simple!.Subject!.Data!,
    });
  }) as never);
  answerParameters(() => ({ secretKey: local.secretKey, webhookSecret }));

  // Imported now, because they read the environment.
  const job = async (feature: string, name: string) =>
    (await import(`../../../functions/${feature}/jobs/${name}.ts`)).handler;
  const { put, write } = await import('#core/storage/writes.ts');
  const { dynamodb } = await import('#core/storage/dynamodb.ts');
  dynamodb.config.requestHandler = transportTo(database) as never;
  const [sendMail, reconcile, deleteCustomer, reconciliation, accounts, billing] =
    await Promise.all([
      job('mail', 'send-mail'),
      job('billing', 'reconcile-billing'),
      job('billing', 'delete-customer'),
      import('#functions/billing/reconcile-organization.ts'),
      import('#functions/people/accounts.ts'),
      import('#functions/billing/billing.ts'),
    ]);

  afterAll(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await local.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const seconds = () => Math.floor(Date.now() / 1000);

  async function request<K extends BillingEndpoint>(
    name: K,
    part: Partial<APIGatewayProxyEventV2>,
    customer?: Customer,
  ): Promise<OutputOf<Contract[K]>> {
    const { handler } = (await (name === 'get-user'
      ? import('#functions/organizations/endpoints/get-user.ts')
      : import(`../../../functions/billing/endpoints/${name}.ts`))) as { handler: ApiHandler<K> };
    const claims = customer && {
      token_use: 'id',
      sub: customer.authUserId,
      email: customer.email,
      email_verified: 'true',
      aud: 'web',
      origin_jti: 'session',
      auth_time: seconds(),
    };
    const event = {
      headers: {},
      isBase64Encoded: false,
      ...part,
      requestContext: { requestId: randomUUID(), authorizer: claims && { jwt: { claims } } },
    } as unknown as APIGatewayProxyEventV2;
    const answer = await handler(event);
    const body = JSON.parse(answer.body!);
    if (answer.statusCode === 200) return body;
    throw new ProductError(body.Code as ErrorCode, body.Message);
  }

  return {
    stripe,
    sent,
    queued,
    seconds,
    billing,
    accounts,

    /** Lets time pass: Stripe does what is due. */
    async pass(milliseconds: number): Promise<void> {
      vi.setSystemTime(Date.now() + milliseconds);
      await local.clock.advance(0);
    },

    /** Somebody else in the organization of an admin. */
    async newMember({ orgId }: Customer, role: Role = 'member'): Promise<Customer> {
      const authUserId = randomUUID();
      const email = `${authUserId}@example.com`;
      const member = {
        item_id: `usr_${authUserId}`,
        auth_user_id: authUserId,
        email,
        full_name: 'Mary Member',
        email_verified: true,
        type: 'invite' as const,
        created_at: new Date().toISOString(),
        org_id: orgId,
        role,
      };
      const place = accountsTable.team.keys({ org_id: orgId, email });
      await write(
        put(
          'dynamodb:PutItem Accounts',
          accountsTable.user,
          { ...accountsTable.user.key(member), ...place },
          member,
        ),
      );
      return { authUserId, email, orgId };
    },

    async newCustomer(address?: string): Promise<Customer> {
      const authUserId = randomUUID();
      const orgId = `org_${authUserId}`;
      const email = address ?? `${authUserId}@example.com`;
      const created_at = new Date().toISOString();
      const creator = {
        item_id: `usr_${authUserId}`,
        auth_user_id: authUserId,
        email,
        full_name: 'Ada Byron',
        email_verified: true,
        type: 'sign_up' as const,
        created_at,
      };
      await accounts.putNewUser(creator);
      const subscription = newTrial(Date.now());
      await accounts.putNewOrganization(
        { item_id: orgId, name: 'Analytical Engines', created_at, subscription },
        creator,
        [billing.newBilling(orgId).writing],
      );
      return { authUserId, email, orgId };
    },

    /** Calls an endpoint as its admin. Throws `ProductError`. */
    call<K extends BillingEndpoint>(
      customer: Customer,
      name: K,
      input: RequestOf<Contract[K]>,
    ): Promise<OutputOf<Contract[K]>> {
      const { query, body } = input as { query?: Record<string, string>; body?: object };
      const part = { queryStringParameters: query, body: JSON.stringify(body) };
      return request(name, part as Partial<APIGatewayProxyEventV2>, customer);
    },

    /** As if the product had heard nothing yet. */
    async resetSubscription({ orgId }: Customer, subscription: Subscription): Promise<void> {
      await dynamodb.send(
        new UpdateCommand({
          TableName: 'Accounts',
          Key: { pk: `ORG#${orgId}`, sk: 'ORG' },
          UpdateExpression: 'SET subscription = :subscription',
          ExpressionAttributeValues: { ':subscription': subscription },
        }),
      );
      await billing.updateBilling(orgId, {
        UpdateExpression: 'REMOVE payment_method, bank_verification',
        ConditionExpression: 'attribute_exists(pk)',
      });
    },

    /** What the browser sends to Stripe, without the product. */
    async atStripe<T>(path: string, body: object): Promise<T> {
      const answer = await fetch(`${local.origin}/_local/stripe/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      const result = await answer.json();
      if (!answer.ok) throw new Error(result.error.message);
      return result as T;
    },

    /** Hands an event to the product as Stripe does, signed now or at another time, in seconds. */
    deliver(event: Stripe.Event, signedAt = seconds()): Promise<void> {
      return this.deliverText(JSON.stringify(event), signedAt);
    },

    /** The same of any bytes. */
    async deliverText(body: string, signedAt = seconds()): Promise<void> {
      const signature = stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
        timestamp: signedAt,
      });
      const received = await request('receive-stripe-event', {
        headers: { 'stripe-signature': signature },
        body,
      });
      expect(received).toEqual({ received: true });
    },

    /** Events after another one, oldest first. */
    async eventsAfter(id: string | undefined): Promise<Stripe.Event[]> {
      const found: Stripe.Event[] = [];
      for (let last = id; ; last = found.at(-1)?.id) {
        if (!last)
          return (await stripe.events.list().autoPagingToArray({ limit: 10_000 })).reverse();
        const { data, has_more } = await stripe.events.list({ ending_before: last, limit: 100 });
        found.push(...data.toReversed());
        if (!has_more) return found;
      }
    },

    /** The daily comparison, of everybody. */
    reconcile: () => reconcile(),

    /** The same, of one organization. */
    async reconcileOne({ orgId }: Customer): Promise<boolean> {
      const organization = await accounts.getOrganization(orgId);
      return reconciliation.reconcileOrganization(organization!, new Date());
    },

    /** What is done with the customer of an organization that is erased. */
    async eraseCustomer({ orgId }: Customer): Promise<void> {
      const { stripe_customer_id } = (await billing.getBilling(orgId))!;
      const body = JSON.stringify({ stripe_customer_id });
      await deleteCustomer({ Records: [{ body }] });
    },

    /** What is done when a person is erased whose organization goes on. */
    async eraseAddress({ orgId, email }: Customer): Promise<void> {
      const body = JSON.stringify({ org_id: orgId, former_email: email });
      await deleteCustomer({ Records: [{ body }] });
    },

    /** Takes the mails out of their queue and sends them, each message twice, as SQS may. */
    async sendMails(): Promise<void> {
      const bodies = queued.filter(({ queue }) => queue === 'Mail').map(({ body }) => body);
      queued.splice(0);
      for (const body of [...bodies, ...bodies]) {
        const Records = [{ messageId: randomUUID(), body }];
        const result = await sendMail({ Records });
        expect(result).toEqual({ batchItemFailures: [] });
      }
    },

    subjectsTo: ({ email }: Pick<Customer, 'email'>) =>
      sent.filter(({ to }) => to === email).map(({ subject }) => subject),
  };
}

export type BillingWorld = Awaited<ReturnType<typeof openBillingWorld>>;
