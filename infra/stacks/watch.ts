import { type App, CfnOutput, Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import {
  createAlarm,
  createAlarmTopic,
  type ImpactAlarmProps,
} from '#infra/constructs/impact-alarm.ts';
import type { Environment } from '#infra/environments.ts';
import type { JobName } from '#infra/jobs.ts';
import type { EndpointName } from '#shared/contract/contract.ts';
import { canaryAlarms } from './canary-alarms.ts';
import { domainNameOf } from './cluster.ts';
import { clusterAlarms } from './cluster-alarms.ts';
import type { DataStack } from './data.ts';
import type { EdgeStack } from './edge.ts';
import type { IndexingStack } from './indexing.ts';

const fiveMinutes = { period: Duration.minutes(5) };
const hour = { period: Duration.hours(1) };

/** Dashboard, alarms, budget, and the topic that they report to. */
export class WatchStack extends EnvironmentStack {
  constructor(
    app: App,
    environment: Environment,
    edge: EdgeStack,
    data: DataStack,
    indexing: IndexingStack,
  ) {
    super(app, 'Watch', environment, 'Dashboard, alarms and budget');
    const topic = createAlarmTopic(this);
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
    for (const alarm of [
      ...apiAlarms(edge),
      ...mailAlarms(data),
      ...privacyAlarms(data),
      ...accountAlarms((name) => physicalName(environment, name)),
      ...billingAlarms(),
      ...assistantAlarms(data),
      ...activityAlarms((name) => physicalName(environment, name)),
      ...reportAlarms(data),
      ...buildAlarms(indexing, (name) => physicalName(environment, name)),
      ...managedClusterAlarms(environment),
      ...(environment.canary
        ? canaryAlarms(physicalName(environment, 'try-search'), environment.canary)
        : []),
    ]) {
      createAlarm(this, topic, alarm);
    }
    this.createDashboard(edge, data, indexing);
    this.createBudget(topic);
  }

  private createDashboard(edge: EdgeStack, data: DataStack, { stateMachine }: IndexingStack) {
    const { httpApi } = edge.api;
    const { queue, deadLetters } = data.resources.queues.Mail;
    const requests = [
      httpApi.metricCount(fiveMinutes),
      httpApi.metricClientError(fiveMinutes),
      httpApi.metricServerError(fiveMinutes),
    ];
    const latencies = ['p50', 'p99'].map((statistic) =>
      httpApi.metricLatency({ ...fiveMinutes, statistic }),
    );
    const builds = [
      stateMachine.metricStarted(fiveMinutes),
      stateMachine.metricSucceeded(fiveMinutes),
      stateMachine.metricFailed(fiveMinutes),
    ];
    const mails = [
      queue.metricNumberOfMessagesSent(fiveMinutes),
      deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes),
    ];
    const quotes = ['quotes', 'verifiedQuotes'].map(assistantMetric);
    const tokens = ['tokens'].map(assistantMetric);
    const billing = ['billingDrift', 'billingFailures'].map(metricOf('reconcile-billing'));
    const madeReports = ['reports', 'refusedReports', 'failedReports'].map(reportMetric);
    new Dashboard(this, 'Dashboard', {
      dashboardName: physicalName(this.settings, 'overview'),
      widgets: [
        [graph('Requests', requests), graph('Latency', latencies)],
        [graph('Builds', builds), graph('Mail', mails)],
        [graph('Quotes of the assistant', quotes), graph('Tokens of the assistant', tokens)],
        [graph('Reports', madeReports), graph('Plans that differed', billing)],
      ],
    });
  }

  /** Covers the whole account: a budget by tag has no effect until somebody activates the tag for billing. */
  private createBudget(topic: ITopic) {
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const notify = (notificationType: string, threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: physicalName(this.settings, 'monthly'),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: this.settings.monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12 });
}

function apiAlarms({ api: { httpApi } }: EdgeStack): ImpactAlarmProps[] {
  return [
    {
      name: 'api-errors',
      impact:
        'More than 1 % of the requests fail. Pages say “There was a problem with the server.” and API calls get status 500. Search the log groups /antecede/… for level ERROR.',
      metric: new MathExpression({
        label: 'Server errors, %',
        expression: '100 * errors / MAX([requests, 1])',
        usingMetrics: {
          errors: httpApi.metricServerError(fiveMinutes),
          requests: httpApi.metricCount(fiveMinutes),
        },
        ...fiveMinutes,
      }),
      above: 1,
      periods: 2,
    },
    {
      name: 'api-latency',
      impact:
        '1 % of the requests take longer than 5 seconds. Pages seem to hang, and customers’ API calls time out.',
      metric: httpApi.metricLatency({ ...fiveMinutes, statistic: 'p99' }),
      above: 5000,
      periods: 3,
    },
    {
      name: 'functions-throttled',
      impact:
        'The account has reached its quota of concurrent functions, so calls are refused: pages say “There was a problem with the server.”, builds and mails wait. Request a higher quota of Lambda (Concurrent executions).',
      // For the whole account and region, like the quota.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        ...fiveMinutes,
      }),
      above: 10,
      periods: 2,
    },
  ];
}

function mailAlarms({ resources }: DataStack): ImpactAlarmProps[] {
  const { queue, deadLetters } = resources.queues.Mail;
  // For the whole account and region, so that mail of a second environment there also sets off the alarm.
  const reputation = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...fiveMinutes, statistic: 'max' });
  return [
    {
      name: 'mail-dead-letters',
      impact:
        'A mail was not sent: five attempts failed. Fix the cause (log of send-mail), then redrive the dead-letter queue.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
    },
    {
      name: 'mail-late',
      impact:
        'Mails are sent more than 15 minutes late. Customers do not learn that their index is ready.',
      metric: queue.metricApproximateAgeOfOldestMessage(fiveMinutes),
      above: 15 * 60,
    },
    {
      name: 'mail-events-dead-letters',
      impact:
        'A bounce or complaint was not handled, so the address gets more mail. Fix the cause (log of suppress-addresses), then redrive the dead-letter queue.',
      metric:
        resources.queues.MailEvents.deadLetters.metricApproximateNumberOfMessagesVisible(
          fiveMinutes,
        ),
      above: 0,
    },
    {
      name: 'mail-bounces',
      impact:
        'More than 4 % of the mails bounce. From 5 % on, AWS reviews the account and may stop its mail, codes for sign-up included.',
      metric: reputation('Reputation.BounceRate'),
      above: 0.04,
    },
    {
      name: 'mail-complaints',
      impact:
        'More than 0.08 % of the mails are reported as spam. From 0.1 % on, AWS reviews the account and may stop its mail, codes for sign-up included.',
      metric: reputation('Reputation.ComplaintRate'),
      above: 0.0008,
    },
  ];
}

function privacyAlarms({ resources: { queues } }: DataStack): ImpactAlarmProps[] {
  const lost = (name: 'Exports' | 'Erasures') =>
    queues[name].deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes);
  return [
    {
      name: 'erasures-stuck',
      impact:
        'A person’s request to erase their data has failed. The law gives one month to fulfil it. Fix the cause (log of erase-person), then redrive the dead-letter queue.',
      metric: lost('Erasures'),
      above: 0,
    },
    {
      name: 'exports-stuck',
      impact:
        'A person’s request for a copy of their data has failed. Fix the cause (log of export-person), then redrive the dead-letter queue.',
      metric: lost('Exports'),
      above: 0,
    },
  ];
}

function accountAlarms(nameOf: (job: JobName) => string): ImpactAlarmProps[] {
  return [
    {
      name: 'account-mails-failed',
      impact:
        'Sign-ups, invitations and password resets fail, because the function that writes their mails fails. See the log of word-account-mail.',
      metric: errorsOf(nameOf('word-account-mail'), fiveMinutes),
      above: 0,
    },
    {
      name: 'sign-ins-refused',
      impact:
        'Nearly every sign-in and sign-up is refused: either the function that counts attempts fails and locks everybody out, or somebody tries many passwords. See the log of limit-attempts.',
      // A refusal is also an error of the function, so single errors mean nothing.
      metric: new MathExpression({
        label: 'Refused, %',
        expression: 'IF(refused > 20, 100 * refused / asked, 0)',
        usingMetrics: {
          refused: errorsOf(nameOf('limit-attempts'), fiveMinutes),
          asked: invocationsOf(nameOf('limit-attempts'), fiveMinutes),
        },
        ...fiveMinutes,
      }),
      above: 90,
      periods: 2,
    },
  ];
}

function activityAlarms(nameOf: (job: JobName) => string): ImpactAlarmProps[] {
  return [
    {
      name: 'searches-not-recorded',
      impact:
        'Searches are missing in the history and on the customers’ usage pages. Searching itself works. See the log of record-searches.',
      metric: errorsOf(nameOf('record-searches'), fiveMinutes),
      above: 0,
    },
    {
      name: 'reminders-failed',
      impact:
        'Staff do not get their digests. Customers notice nothing. See the log of send-reminders.',
      metric: errorsOf(nameOf('send-reminders'), hour),
      above: 0,
    },
  ];
}

/** A metric that a function logs. */
const metricOf = (service: JobName | EndpointName) => (metricName: string) =>
  new Metric({
    namespace: 'Antecede',
    metricName,
    dimensionsMap: { service },
    statistic: 'Sum',
    ...fiveMinutes,
  });

const eventMetric = metricOf('receive-stripe-event');
const assistantMetric = metricOf('answer-chat');
const reportMetric = metricOf('make-report');

function billingAlarms(): ImpactAlarmProps[] {
  return [
    {
      name: 'payment-events-failed',
      impact:
        'Events of the payment provider fail or have a wrong signature. People who have paid may see “expired” for up to a day, until reconcile-billing asks the provider. See the log of receive-stripe-event.',
      metric: eventMetric('faults').with(hour),
      // Anybody can send one with a wrong signature.
      above: 2,
    },
    {
      name: 'payments-not-reconciled',
      impact:
        'Plans cannot be compared with the payment provider’s: purchases and cancellations may be missed. See the log of reconcile-billing.',
      metric: metricOf('reconcile-billing')('billingFailures'),
      above: 0,
    },
  ];
}

function assistantAlarms({ resources }: DataStack): ImpactAlarmProps[] {
  const { deadLetters } = resources.queues.ChatRuns;
  return [
    {
      name: 'assistant-failing',
      impact:
        'The assistant leaves questions unanswered: people read an error and are asked to try again. Look into the log of answer-chat: a key that is refused, a model that has retired, or a provider that is down.',
      metric: assistantMetric('failedRuns'),
      above: 5,
      periods: 2,
    },
    {
      name: 'assistant-stuck',
      impact:
        'Answers of the assistant hang until they expire: the worker fails before it can report that. Look into the log of answer-chat.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
    },
  ];
}

function reportAlarms({ resources }: DataStack): ImpactAlarmProps[] {
  const { queue, deadLetters } = resources.queues.Reports;
  return [
    {
      name: 'reports-refused',
      impact:
        'A report has a quote that is not in the patent, so it was not sent. A mail told that to the person who requested it. The log of make-report lists the findings. This is a defect of the software.',
      metric: reportMetric('refusedReports'),
      above: 0,
    },
    {
      name: 'reports-failing',
      impact:
        'Reports cannot be made. A mail tells that to the people who requested them. Look into the log of make-report.',
      metric: reportMetric('failedReports'),
      above: 0,
    },
    {
      name: 'reports-stuck',
      impact:
        'People wait for reports in vain: the worker fails before it can report that. Look into the log of make-report, then redrive the dead-letter queue within a week: after that the requests are forgotten.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
    },
    {
      name: 'reports-late',
      impact: 'Reports are made more than 15 minutes late. The pages promise 10 to 15 minutes.',
      metric: queue.metricApproximateAgeOfOldestMessage(fiveMinutes),
      above: 15 * 60,
    },
  ];
}

function buildAlarms(
  { stateMachine }: IndexingStack,
  nameOf: (job: JobName) => string,
): ImpactAlarmProps[] {
  return [
    {
      name: 'builds-failed',
      impact:
        'Three builds failed within an hour. New indexes get the status “Failed”; published versions keep serving. A bad file explains one failure, but rarely three: see the logs of the build functions.',
      metric: stateMachine.metricFailed(hour),
      above: 2,
    },
    {
      name: 'builds-timed-out',
      impact: 'A build was stopped after a week. The customer still sees the status “Processing”.',
      metric: stateMachine.metricTimedOut(hour),
      above: 0,
    },
    {
      name: 'builds-not-swept',
      impact:
        'The job that restarts or ends interrupted builds fails. Customers may see the status “Processing” forever. See the log of sweep-builds.',
      metric: errorsOf(nameOf('sweep-builds'), hour),
      above: 1,
    },
  ];
}

function managedClusterAlarms(environment: Environment): ImpactAlarmProps[] {
  const size = environment.cluster?.managed;
  return size ? clusterAlarms(domainNameOf(environment), environment.account, size) : [];
}

/** Counts of a function. The parameter is the name, so that callers do not need the function's stack. */
const countOf =
  (metricName: 'Errors' | 'Invocations') =>
  (FunctionName: string, { period }: { period: Duration }) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { FunctionName },
      statistic: 'Sum',
      period,
    });
const errorsOf = countOf('Errors');
const invocationsOf = countOf('Invocations');
