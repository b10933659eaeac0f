/** How each alarm is made to go off on a local cloud: by the failure that it is about, wherever one machine can have it. */
import {
  GetScheduleCommand,
  SchedulerClient,
  type ScheduleState,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { JobName } from '#functions/features.ts';
import { type QueueName, queues } from '#shared/resources.ts';
import { ask, newConversation } from '#tests/api/support/chat.ts';
import { cognito, signIn } from '#tests/api/support/cognito.ts';
import { firstKey } from '#tests/api/support/datasets.ts';
import { newAddress, newAdminAt } from '#tests/api/support/people.ts';
import { requestReport } from '#tests/api/support/reports.ts';
import type { LocalCloud } from './local-cloud.ts';

export interface Drill {
  /** The alarm that goes off; one has the name of the drill. Several failures may have the same. */
  alarm?: string;
  /** What it does, for who watches. */
  does: string;
  /** Causes the failure. */
  cause(cloud: LocalCloud): Promise<unknown>;
  /** Whether the failure is caused anew in each step, because it lasts only while people use the product. */
  isRepeated?: true;
  /** Minutes between two looks. */
  stepMinutes: number;
  /** What the runbook asks for besides mending what failed. */
  recover?(cloud: LocalCloud): Promise<unknown>;
  /** One machine cannot have this failure, so the drill stores the metric that AWS would. */
  isPublished?: true;
}

/** What a call of people does that is to fail. */
const refused = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('The drill expected that this call fails');
    },
    () => undefined,
  );
const times = (number: number, act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: number }, act));

/** A message that nobody can read comes back five times, then waits among the dead letters. */
const poison = (read: readonly QueueName[], stepMinutes: number): Drill => ({
  does: `puts a message that its function cannot read into the queue ${read.join(', ')}`,
  cause: (cloud) => Promise.all(read.map((queue) => cloud.poison(queue))),
  stepMinutes,
  // A message that can be read would be redriven.
  recover: (cloud) =>
    cloud.discard(read.includes('Erasures') ? 'ErasuresDeadLetters' : 'DeadLetters'),
});

/** A value above every threshold that grows, for alarms on growth. */
const published = (what: string, valueAt = (time: number) => time): Drill => {
  let time = 0;
  return {
    does: `stores the metric of CloudWatch: ${what}`,
    isPublished: true,
    isRepeated: true,
    stepMinutes: 5,
    async cause(cloud) {
      time += 1000;
      const state = await cloud.state();
      for (const { namespace, name, dimensions } of state.metrics) {
        await cloud.publish({ namespace, name, dimensions, value: valueAt(time) });
      }
    },
  };
};
const silentJobs: readonly JobName[] = [
  'send-alerts',
  'reconcile-billing',
  'close-accounts',
  'sweep-builds',
  'ask-sources',
  'record-searches',
];
const noCluster = 'one machine has no domain of Amazon OpenSearch';

const ucidOfSample = 'US-99010012-B2';

/** A report of a sample patent, for a new organization. */
async function askForReport(cloud: LocalCloud): Promise<void> {
  const { call, email } = await cloud.admin();
  await requestReport(call, 'prior-art', ucidOfSample, email);
}

/** Each failure by its name, which is that of its alarm if the alarm has no other. A test fails when an alarm has none. */
export const drills: Record<string, Drill> = {
  'api-errors': {
    does: 'fails every call that get-user makes, and opens a page six times',
    async cause(cloud) {
      const { call } = await cloud.admin();
      await cloud.fail({ of: 'get-user', code: 'InternalServerError' });
      await times(6, () => refused(call('get-user', { query: {} })));
    },
    isRepeated: true,
    stepMinutes: 5,
  },
  'api-latency': {
    does: 'has the stores of get-user keep silent, and opens a page',
    async cause(cloud) {
      const { call } = await cloud.admin();
      await cloud.fail({ of: 'get-user', code: 'no answer' });
      await refused(call('get-user', { query: {} }));
    },
    isRepeated: true,
    stepMinutes: 5,
  },
  'functions-throttled': {
    does: 'turns calls of get-user away, as Lambda does at its quota, twelve times',
    async cause(cloud) {
      const { call } = await cloud.admin();
      await cloud.fail({
        operation: 'lambda:Run',
        of: 'get-user',
        code: 'TooManyRequestsException',
      });
      await times(12, () => refused(call('get-user', { query: {} })));
    },
    isRepeated: true,
    stepMinutes: 5,
  },
  'dead-letters': poison(
    queues.filter((queue) => queue !== 'Erasures'),
    91,
  ),
  'jobs-failing': {
    does: 'fails every call of the jobs that run by themselves, as when DynamoDB is down, and searches',
    async cause(cloud) {
      const admin = await cloud.admin();
      const apiKey = await firstKey(admin, 'arxiv');
      for (const of of silentJobs) await cloud.fail({ of, code: 'InternalServerError' });
      await admin.call('query-index', {
        params: { index_id: 'arxiv' },
        body: { request: { conceptFeaturesString: 'neural networks', maxNumItems: 1 } },
        apiKey,
      });
    },
    // Before the next run of a job takes the place of one that is tried again.
    stepMinutes: 3,
    recover: (cloud) => cloud.discard('FailedJobs'),
  },
  'digests-failing': {
    alarm: 'jobs-failing',
    does: 'switches a digest on, fails every call of send-reminders, and waits for the next day',
    async cause(cloud) {
      await switchDigest(cloud, 'ENABLED');
      await cloud.fail({ of: 'send-reminders', code: 'InternalServerError' });
      await cloud.pass(24 * 60);
    },
    stepMinutes: 3,
    async recover(cloud) {
      await switchDigest(cloud, 'DISABLED');
      await cloud.discard('FailedJobs');
    },
  },
  'canary-failing': published('the canary has no installation of its own here'),
  'mail-late': {
    does: 'switches off the poller of the queue Mail, and subscribes to the newsletter',
    async cause(cloud) {
      await cloud.fail({ operation: 'lambda:Poll', of: 'send-mail', code: 'mapping disabled' });
      await cloud.subscribe(newAddress());
    },
    stepMinutes: 5,
  },
  'mail-bounces': {
    does: 'subscribes an address whose mails come back to the newsletter',
    cause: (cloud) => cloud.subscribe(`bounce+${Date.now()}@simulator.amazonses.com`),
    stepMinutes: 1,
  },
  'mail-complaints': {
    does: 'subscribes an address that reports every mail as spam',
    cause: (cloud) => cloud.subscribe(`complaint+${Date.now()}@simulator.amazonses.com`),
    stepMinutes: 1,
  },
  'account-mails-failed': {
    does: 'has word-account-mail crash, and signs up',
    async cause(cloud) {
      const job = 'word-account-mail';
      await cloud.fail({ operation: 'lambda:Run', of: job, code: 'Runtime.ImportModuleError' });
      const UserAttributes = [{ Name: 'name', Value: 'Ada Byron' }];
      const person = { Username: newAddress(), Password: 'Long-enough-1', UserAttributes };
      await refused(cognito(cloud.origin, 'SignUp', person));
    },
    stepMinutes: 1,
  },
  'alerts-failed': {
    alarm: 'work-failed',
    does: 'keeps a search with a daily alert, and hides its organization from send-alerts',
    async cause(cloud) {
      const { call, orgId } = await cloud.admin();
      const kept = { name: 'Drill', index_id: 'arxiv', text: 'neural networks', filters: [] };
      await call('create-saved-search', { body: { ...kept, syntax: 'words', frequency: 'daily' } });
      await cloud.fail({
        of: 'send-alerts',
        operation: 'dynamodb:GetItem',
        containing: orgId,
        code: 'InternalServerError',
      });
      await cloud.pass(24 * 60);
    },
    stepMinutes: 16,
  },
  'sign-ins-refused': {
    does: 'has limit-attempts crash, and signs in thirty times',
    async cause(cloud) {
      const admin = await cloud.admin();
      await cloud.fail({
        operation: 'lambda:Run',
        of: 'limit-attempts',
        code: 'Runtime.ExitError',
      });
      await times(30, () => refused(signIn(cloud.origin, admin)));
    },
    isRepeated: true,
    stepMinutes: 5,
  },
  'payment-events-failed': {
    does: 'sends three events of the payment provider with a wrong signature',
    cause: ({ origin }) =>
      times(3, () =>
        fetch(`${origin}/api/stripe/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
          body: '{"id":"evt_drill"}',
        }),
      ),
    stepMinutes: 1,
  },
  'payments-not-reconciled': {
    alarm: 'work-failed',
    does: 'hides the billing of an organization from reconcile-billing, and waits for the next day',
    async cause(cloud) {
      const { orgId } = await cloud.admin();
      await cloud.fail({ of: 'reconcile-billing', containing: orgId, code: 'InternalServerError' });
      await cloud.pass(24 * 60);
    },
    stepMinutes: 5,
  },
  'erasures-stuck': poison(['Erasures'], 31),
  'accounts-not-closed': {
    alarm: 'work-failed',
    does: 'erases a person whose account Cognito does not delete',
    async cause(cloud) {
      const { call, authUserId, email } = await newAdminAt(cloud.origin);
      await cloud.fail({
        operation: 'cognito-idp:AdminDeleteUser',
        code: 'InternalErrorException',
      });
      const body = { auth_user_id: authUserId, email, erase_organization: true };
      await call('erase-user', { body });
    },
    stepMinutes: 16,
  },
  'assistant-failing': {
    does: 'has the provider of the model fail, and asks six questions',
    async cause(cloud) {
      const { call } = await cloud.admin();
      await cloud.fail({ operation: 'openai:CreateResponse', code: 'server_error' });
      await times(6, async () =>
        ask(
          await newConversation(call),
          'Find patents on infusion pumps that notice a blocked line.',
        ),
      );
      await cloud.settle();
    },
    isRepeated: true,
    stepMinutes: 5,
  },
  'reports-refused': published(
    'no report of the sample patents quotes what its patent does not say',
  ),
  'reports-failing': {
    alarm: 'work-failed',
    does: 'has the store take no files of make-report, and asks for a report',
    async cause(cloud) {
      await cloud.fail({ of: 'make-report', operation: 's3:PutObject', code: 'InternalError' });
      await askForReport(cloud);
    },
    stepMinutes: 1,
  },
  'reports-late': {
    does: 'switches off the poller of the queue Reports, and asks for a report',
    async cause(cloud) {
      await cloud.fail({ operation: 'lambda:Poll', of: 'make-report', code: 'mapping disabled' });
      await askForReport(cloud);
    },
    stepMinutes: 15,
  },
  'builds-failed': {
    does: 'starts three builds that do not say what to build',
    cause: (cloud) => times(3, () => startBuild(cloud)),
    stepMinutes: 2,
  },
  'builds-timed-out': {
    does: 'starts a build whose first step is turned away again and again, for eight days',
    async cause(cloud) {
      await cloud.fail({
        operation: 'lambda:Run',
        of: 'plan-build',
        code: 'TooManyRequestsException',
      });
      await startBuild(cloud);
      await cloud.pass(8 * 24 * 60);
    },
    stepMinutes: 1,
  },
  'search-exports-failed': {
    alarm: 'work-failed',
    does: 'has the store begin no files of write-export, and exports a search',
    async cause(cloud) {
      const admin = await cloud.admin();
      await cloud.fail({
        of: 'write-export',
        operation: 's3:CreateMultipartUpload',
        code: 'InternalError',
      });
      await admin.call('create-search-export', {
        params: { index_id: 'arxiv' },
        body: { format: 'csv', request: { sort: 'rows' } },
        apiKey: await firstKey(admin, 'arxiv'),
      });
    },
    stepMinutes: 5,
  },
  'cluster-red': published(noCluster),
  'cluster-yellow': published(noCluster),
  'cluster-memory': published(noCluster),
  'cluster-searches-rejected': published(noCluster),
  'cluster-writes-rejected': published(noCluster),
  'cluster-disk': published(noCluster, () => 0),
  'cluster-blocked': published(noCluster),
  'cluster-snapshots-failed': published(noCluster),
};

/** What staff do on the page *Email Reminders*: the digest of builds comes daily, or not. */
async function switchDigest({ stack }: LocalCloud, State: ScheduleState): Promise<void> {
  const scheduler = new SchedulerClient(stack.client);
  const Name = 'antecede-local-reminder-builds';
  const { ScheduleExpression, FlexibleTimeWindow, Target } = await scheduler.send(
    new GetScheduleCommand({ Name }),
  );
  await scheduler.send(
    new UpdateScheduleCommand({ Name, State, ScheduleExpression, FlexibleTimeWindow, Target }),
  );
}

async function startBuild({ stack, assembly }: LocalCloud): Promise<void> {
  const machine = assembly.resources.find(
    ({ type }) => type === 'AWS::StepFunctions::StateMachine',
  );
  const sfn = new SFNClient(stack.client);
  await sfn.send(new StartExecutionCommand({ stateMachineArn: machine!.ref }));
}
