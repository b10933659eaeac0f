import { App, ArnFormat } from 'aws-cdk-lib';
import type { JobName } from '#functions/features.ts';
import { enforced } from '#shared/attempt-limits.ts';
import type { EndpointName } from '#shared/contract/contract.ts';
import { processorsOf } from './cluster-size.ts';
import { physicalName } from './constructs/environment-stack.ts';
import {
  foundationGrants,
  scheduleGrants,
  userPoolGrants,
  workflowGrants,
} from './constructs/policy.ts';
import { type Environment, type EnvironmentName, resolveEnvironment } from './environments.ts';
import { type Needs, readNeeds } from './permissions.ts';
import type { ClusterAddress, Foundation, Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import { ActivityStack } from './stacks/activity.ts';
import { ClusterStack } from './stacks/cluster.ts';
import { DataStack } from './stacks/data.ts';
import { EdgeStack } from './stacks/edge.ts';
import { addEndpoints, EndpointsStack } from './stacks/endpoints.ts';
import { IdentityStack } from './stacks/identity.ts';
import { IndexingStack } from './stacks/indexing.ts';
import { MailStack } from './stacks/mail.ts';
import { StageStack } from './stacks/stage.ts';
import { WatchStack } from './stacks/watch.ts';
import { WebStack } from './stacks/web.ts';

/**
 * CDK feature flags, in code and not in cdk.json: the assembly of the local cloud is built in-process, without the
 * CDK CLI, and must be the same. Lists only flags that change something here.
 */
const featureFlags = {
  '@aws-cdk/aws-cloudwatch-actions:changeLambdaPermissionLogicalIdForLambdaAction': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-kms:reduceCrossAccountRegionPolicyScope': true,
  '@aws-cdk/aws-lambda:recognizeLayerVersion': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // A table or bucket cannot be removed while a function of another stack still uses it.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:target-partitions': ['aws', 'aws-cn'],
};

export interface AppOptions {
  environment: EnvironmentName;
  /** Origin of the app. By default `http://localhost:3000` in `local`, elsewhere the own domain or CloudFront's. */
  origin?: string;
  /** Where `synth()` writes; a new temporary folder otherwise. */
  outdir?: string;
  /** Code of the functions, one folder each, as `bundleFunctions` wrote it. */
  assetsDir: string;
  /** The built browser app. Without it there is no `Web` stack. */
  webDir?: string;
  /** What each function needs; read from the sources unless it is given. */
  needs?: ReadonlyMap<string, Needs>;
  /** The operator's settings. The environment `local` needs none. */
  settings?: Settings;
  /** What is deployed, for those who look after it. Only one function has it, so that others do not change with it. */
  commit?: string | undefined;
}

/** The cluster that is made or named. The local one is known when the cloud starts. */
function clusterOf(app: App, environment: Environment): ClusterAddress | undefined {
  if (!environment.deployed) return { address: '' };
  const { cluster } = environment;
  if (cluster?.managed) return new ClusterStack(app, environment, cluster.managed).cluster;
  return cluster && { address: cluster.endpoint!, arn: cluster.arn! };
}

/**
 * From how many rows on indexes go to the cluster; `Infinity` if only those that functions cannot hold. Absent without
 * a cluster.
 */
function clusterFromRows({ deployed, cluster }: Environment): string | undefined {
  if (!deployed) return '';
  return cluster && String(cluster.fromRows ?? Number.POSITIVE_INFINITY);
}

/** As JSON; empty in the local cloud, which knows it when it starts. */
function reportJudgeOf({ deployed, reportJudge }: Environment): string | undefined {
  if (!deployed) return '';
  return reportJudge && JSON.stringify(reportJudge);
}

/** The same of the model that embeds texts. */
function embedderOf({ deployed, embedder }: Environment): string | undefined {
  if (!deployed) return '';
  return embedder && JSON.stringify(embedder);
}

/** Processors of the nodes that hold data; absent if the cluster is none of ours. */
const clusterProcessors = ({ cluster }: Environment): string | undefined =>
  cluster?.managed && String(processorsOf(cluster.managed));

/** Default address of the app in the local cloud. */
const localOrigin = 'http://localhost:3000';

/** Builds the whole app of one environment. The caller synthesizes it: `buildApp(options).synth()`. */
export function buildApp(options: AppOptions): App {
  const deployed = options.environment !== 'local';
  const app = new App({
    outdir: options.outdir,
    analyticsReporting: false,
    treeMetadata: false,
    // Validating templates against CloudFormation's schemas takes seconds, so only deployed ones are validated.
    builtinCloudFormationValidation: deployed ? undefined : false,
    context: {
      ...featureFlags,
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      'aws:cdk:enable-asset-metadata': true,
    },
  });
  const environment = resolveEnvironment(options.environment, options.settings);
  const { domain } = environment;
  const ownOrigin = domain && `https://${domain.name}`;
  const origin = options.origin ?? (deployed ? ownOrigin : localOrigin);
  const { assetsDir } = options;
  const breachedPasswords = deployed
    ? 'https://api.pwnedpasswords.com'
    : `${origin}/_local/breached-passwords`;

  const data = new DataStack(app, environment, origin);
  const settings = { ATTEMPT_LIMITS: enforced(environment.attempts) };
  const cluster = clusterOf(app, environment);
  const arnOf = (name: EndpointName | JobName) =>
    data.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: physicalName(environment, name),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const functionArns = {
    QueryIndex: arnOf('query-index'),
    QueryIndexSeveral: arnOf('query-index-several'),
    QuerySimilarRows: arnOf('query-similar-rows'),
    SearchIndexes: arnOf('search-indexes'),
    GetFilteredData: arnOf('get-filtered-data'),
    CreateChatThread: arnOf('create-chat-thread'),
    CreateChatMessage: arnOf('create-chat-message'),
    CreateChatRun: arnOf('create-chat-run'),
    GetChatRun: arnOf('get-chat-run'),
    GetChatThread: arnOf('get-chat-thread'),
    ListChatMessages: arnOf('list-chat-messages'),
    SubmitToolOutputs: arnOf('submit-tool-outputs'),
    AnswerChat: arnOf('answer-chat'),
  };
  const known: Foundation = {
    assetsDir,
    needs: options.needs ?? readNeeds(),
    grants: foundationGrants({ ...data.resources, cluster, functionArns }),
    queues: data.resources.queues,
    failedJobs: data.resources.failedJobs,
    settings,
    publicOrigin: origin,
  };
  const { configurationSetName } = data.resources.sender;
  const identity = new IdentityStack(app, environment, configurationSetName, known);
  // Cognito refuses a sender that SES does not know yet.
  identity.addStackDependency(data);
  const edge = new EdgeStack(app, environment, origin, data, identity);
  const foundation: Foundation = {
    ...known,
    grants: { ...known.grants, ...userPoolGrants(identity.userPool) },
    publicOrigin: edge.publicOrigin,
    settings: {
      ...settings,
      USER_POOL_ID: identity.userPool.userPoolId,
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      USER_POOL_ENDPOINT: deployed ? undefined : `${origin}/_local/aws/`,
      PARTNER_SITE_URL: environment.links.partnerSiteUrl,
      SALES_EMAIL: environment.links.salesEmail,
      BLOG_URL: environment.links.blogUrl,
      SOCIAL_URLS: environment.links.socialUrls.join(','),
      POSTAL_ADDRESS: environment.postalAddress,
      ORIGIN_SECRET: data.originSecret,
      COUNT_PAGE_VIEWS: environment.countPageViews ? 'true' : undefined,
      MAIL_CONFIGURATION_SET: configurationSetName,
      QUERIES_PER_SECOND: String(environment.queriesPerKey.perSecond),
      QUERIES_BY_URL: environment.queryUrl?.domain && 'true',
      QUERY_URL_FOR_PROGRAMS: environment.queryUrl?.forPrograms ? 'true' : undefined,
      STRIPE_ENDPOINT: deployed ? undefined : origin,
      STRIPE_PUBLISHABLE_KEY: environment.stripePublishableKey,
      CLUSTER_FROM_ROWS: clusterFromRows(environment),
      CLUSTER_PROCESSORS: clusterProcessors(environment),
      BREACHED_PASSWORDS_ENDPOINT: environment.breachedPasswords ? breachedPasswords : undefined,
      // The local cloud knows it when it starts.
      ASSISTANT_MODEL: deployed ? JSON.stringify(environment.assistant) : '',
      REPORT_JUDGE: reportJudgeOf(environment),
      EMBEDDER: embedderOf(environment),
      QUERY_BURST: String(environment.queriesPerKey.burst),
      SEARCH_MEMORY_MB: String(environment.searchMemoryMb),
      COMMIT: options.commit,
      // Receivers of the local cloud run on the same machine.
      WEBHOOKS_TO_LOOPBACK: deployed ? undefined : 'true',
      ACCOUNT_ID: data.account,
      SEGMENTS_AT_ONCE: String(environment.segmentsAtOnce),
      BUILDS_AT_ONCE: String(environment.buildsAtOnce),
      CANARY_INDEX: environment.canary?.indexId,
      CANARY_TEXT: environment.canary?.text,
    },
  };
  const activity = new ActivityStack(app, environment, foundation);
  const indexing = new IndexingStack(app, environment, foundation);
  const platform: Platform = {
    ...foundation,
    grants: {
      ...foundation.grants,
      ...scheduleGrants({ Reminders: activity.reminders }),
      ...workflowGrants({ IndexBuild: indexing.stateMachine }),
    },
    searchRecorder: activity.searchRecorder,
  };
  addEndpoints(edge, 'Edge', edge.api, platform);
  const stage = new StageStack(app, environment, edge);
  stage.addStackDependency(edge);
  for (const name of ['Accounts', 'Search', 'Assistant', 'Reports', 'Billing', 'Admin'] as const) {
    stage.addStackDependency(new EndpointsStack(app, name, environment, edge.api, platform));
  }
  new MailStack(app, environment, platform);
  if (options.webDir) new WebStack(app, environment, edge.webBucket, options.webDir);
  new WatchStack(app, environment, edge, data, indexing);
  return app;
}
