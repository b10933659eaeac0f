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
import { type DeployedFunction, functions, queuesOf } from '#infra/functions.ts';
import { unhurriedQueues } from '#shared/resources.ts';
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
      ...apiAlarms(edge, environment),
      ...functions.flatMap((one) => functionAlarms(one, environment, data)),
      ...silentAlarms(data),
      ...reputationAlarms(),
      signInAlarm(physicalName(environment, 'limit-attempts')),
      ...buildAlarms(indexing),
      ...optionalAlarms(environment),
    ]) {
      createAlarm(this, topic, alarm);
    }
    this.createDashboard(edge, data, indexing);
    this.createBudget(topic);
  }

  private createDashboard(edge: EdgeStack, data: DataStack, { stateMachine }: IndexingStack) {
    const { httpApi } = edge.api;
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
      data.resources.queues.Mail.metricNumberOfMessagesSent(fiveMinutes),
      data.resources.deadLetters.ofAll.metricApproximateNumberOfMessagesVisible(fiveMinutes),
    ];
    const quotes = ['quotes', 'verifiedQuotes', 'statements', 'supportedStatements'].map(
      metricOf('answer-chat'),
    );
    const tokens = ['tokens'].map(metricOf('answer-chat'));
    const billing = ['billingDrift'].map(metricOf('reconcile-billing'));
    const madeReports = ['reports', 'refusedReports'].map(metricOf('make-report'));
    const failures = ['failures'].map(metricOf('work'));
    new Dashboard(this, 'Dashboard', {
      dashboardName: physicalName(this.settings, 'overview'),
      widgets: [
        [graph('Requests', requests), graph('Latency', latencies)],
        [graph('Builds', builds), graph('Mail, and dead letters', mails)],
        [graph('Quotes of the assistant', quotes), graph('Tokens of the assistant', tokens)],
        [
          graph('Reports, and work that failed', [...madeReports, ...failures]),
          graph('Plans that differed', billing),
        ],
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

function apiAlarms({ api: { httpApi } }: EdgeStack, environment: Environment): ImpactAlarmProps[] {
  // Searches that come to the address of their function are none of the API's requests.
  const { domain, forPrograms } = environment.queryUrl ?? {};
  const ofUrl = (domain || forPrograms) && urlMetrics(physicalName(environment, 'query-index'));
  const latency = httpApi.metricLatency({ ...fiveMinutes, statistic: 'p99' });
  return [
    {
      name: 'api-errors',
      impact:
        'More than 1 % of the requests fail. Pages say “There was a problem with the server.” and API calls get status 500. Search the log groups /antecede/… for level ERROR.',
      metric: new MathExpression({
        label: 'Server errors, %',
        expression: ofUrl
          ? '100 * SUM([errors, urlErrors]) / MAX([SUM([requests, urlRequests]), 1])'
          : '100 * errors / MAX([requests, 1])',
        usingMetrics: {
          errors: httpApi.metricServerError(fiveMinutes),
          requests: httpApi.metricCount(fiveMinutes),
          ...(ofUrl && { urlErrors: ofUrl.errors, urlRequests: ofUrl.requests }),
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
      metric: ofUrl ? most([latency, ofUrl.latency]) : latency,
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

/** What Lambda counts at the URL of a function. */
function urlMetrics(FunctionName: string) {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { FunctionName },
      statistic,
      ...fiveMinutes,
    });
  return {
    requests: metric('UrlRequestCount', 'Sum'),
    errors: metric('Url5xxCount', 'Sum'),
    latency: metric('UrlRequestLatency', 'p99'),
  };
}

/** The alarms that a feature declares for one of its functions. */
function functionAlarms(
  one: DeployedFunction,
  environment: Environment,
  { resources: { queues, deadLetters } }: DataStack,
): ImpactAlarmProps[] {
  const own = queuesOf(one);
  // Those of the others do not tell of a function that is not called: that is an alarm of its own, `jobs-failing`.
  const polled = own.filter((queue) => !unhurriedQueues.includes(queue));
  return one.alarms.map((alarm) => {
    const { name, impact, periods } = alarm;
    if ('aboveMinutes' in alarm) {
      const metric = most(
        polled.map((queue) => queues[queue].metricApproximateAgeOfOldestMessage(fiveMinutes)),
      );
      return { name, impact, periods, metric, above: 60 * alarm.aboveMinutes };
    }
    const { of, above } = alarm;
    if (of === 'dead letters') {
      const metric = most(
        own.map((queue) =>
          deadLetters[queue]!.metricApproximateNumberOfMessagesVisible(fiveMinutes),
        ),
      );
      return { name, impact, periods, metric, above };
    }
    const period = alarm.inAnHour ? hour : fiveMinutes;
    const metric =
      of === 'errors'
        ? errorsOf(physicalName(environment, one.name), period)
        : metricOf(one.name)(of.metric).with(period);
    return { name, impact, periods, metric, above };
  });
}

/**
 * What fails with nobody waiting for it has three alarms, and the runbooks say what each failure means: an alarm for each would
 * be twenty metrics at 0.10 USD a month.
 */
function silentAlarms({ resources: { deadLetters, failedJobs } }: DataStack): ImpactAlarmProps[] {
  return [
    {
      name: 'dead-letters',
      impact:
        'Something that was asked for is not done: mail, a report, an export, an event of a webhook or the like failed five times, and waits among the dead letters. Search the logs for “message not handled”: the service names the job.',
      metric: deadLetters.ofAll.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
    },
    {
      name: 'jobs-failing',
      impact:
        'A job that runs by itself failed three times: alerts, the comparison of payments, the sweep of builds or accounts, fetching, digests, the history of searches, or a look into a queue. The message in the queue FailedJobs names the function and its error.',
      metric: failedJobs.metricApproximateNumberOfMessagesVisible(fiveMinutes),
      above: 0,
    },
    {
      name: 'work-failed',
      impact:
        'Alerts, exports of search results, reports, the deletion of sign-ins or the comparison of plans with the payment provider’s have failed, and those who asked were told so or see it. Search the logs for “work failed”: it says which, and how many.',
      metric: metricOf('work')('failures').with(hour),
      above: 0,
    },
  ];
}

/** The largest of some metrics. */
function most(metrics: Metric[]): IMetric {
  const [first, ...others] = metrics;
  if (others.length === 0) return first!;
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric]));
  return new MathExpression({
    expression: `MAX([${Object.keys(usingMetrics).join(', ')}])`,
    usingMetrics,
    period: fiveMinutes.period,
  });
}

function reputationAlarms(): ImpactAlarmProps[] {
  // For the whole account and region, so that mail of a second environment there also sets off the alarm.
  const reputation = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...fiveMinutes, statistic: 'max' });
  return [
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

/** @param functionName of the function that counts attempts */
function signInAlarm(functionName: string): ImpactAlarmProps {
  return {
    name: 'sign-ins-refused',
    impact:
      'Nearly every sign-in and sign-up is refused: either the function that counts attempts fails and locks everybody out, or somebody tries many passwords. See the log of limit-attempts.',
    // A refusal is also an error of the function, so single errors mean nothing.
    metric: new MathExpression({
      label: 'Refused, %',
      expression: 'IF(refused > 20, 100 * refused / asked, 0)',
      usingMetrics: {
        refused: errorsOf(functionName, fiveMinutes),
        asked: invocationsOf(functionName, fiveMinutes),
      },
      ...fiveMinutes,
    }),
    above: 90,
    periods: 2,
  };
}

/** A metric that a function logs. */
const metricOf = (service: string) => (metricName: string) =>
  new Metric({
    namespace: 'Antecede',
    metricName,
    dimensionsMap: { service },
    statistic: 'Sum',
    ...fiveMinutes,
  });

function buildAlarms({ stateMachine }: IndexingStack): ImpactAlarmProps[] {
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
  ];
}

/** Alarms of what an operator may choose. The local cloud has them all, so that they can be practised. */
function optionalAlarms(environment: Environment): ImpactAlarmProps[] {
  const { deployed, account } = environment;
  const size = environment.cluster?.managed ?? (deployed ? undefined : practised.size);
  const canary = environment.canary ?? (deployed ? undefined : practised.canary);
  return [
    ...(size ? clusterAlarms(domainNameOf(environment), account, size) : []),
    ...(canary ? canaryAlarms(physicalName(environment, 'run-canary'), canary) : []),
  ];
}

const practised = { size: { diskGb: 100 }, canary: { everyMinutes: 15 } };

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
