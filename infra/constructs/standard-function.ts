import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { CfnSubscriptionFilter, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Environment } from '#infra/environments.ts';
import { type DeployedFunction, queuesOf } from '#infra/functions.ts';
import type { Needs } from '#infra/permissions.ts';
import type { Foundation, Platform } from '#infra/platform.ts';
import { limits } from '#shared/limits.ts';
import { acknowledgeWildcard } from './acknowledge.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';
import { keptOnceCreated } from './kept-once-created.ts';
import { policyOf } from './policy.ts';

/**
 * Our standard function: Node 24 on arm64, with a log group that expires and a role of its own that has exactly the
 * permissions its code needs. Environment variables name its resources.
 *
 * Lambda's own log lines are kept where something failed: of all others, three for each call, the line of the request
 * says as much. Functions are not traced, because Lambda traces one request a second and its rate cannot be changed:
 * that is most requests of a small installation, at 5 USD a million, without a segment that the log lacks.
 */
export class StandardFunction extends Construct {
  readonly lambda: LambdaFunction;

  /** @param impliedStatements permissions that its trigger needs and that its code does not name */
  constructor(
    scope: EnvironmentStack,
    declared: DeployedFunction,
    platform: Foundation | Platform,
    impliedStatements: readonly PolicyStatement[] = [],
  ) {
    const { name } = declared;
    super(scope, pascalCase(name));
    const environment = scope.settings;
    const needs = platform.needs.get(name)!;
    const policy = policyOf(name, needs.permissions, platform.grants);

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/antecede/${environment.name}/${name}`,
      retention: needs.logsSearches
        ? Math.min(environment.logRetentionDays, limits.searchLogDays)
        : environment.logRetentionDays,
      removalPolicy:
        declared.keepsLog && environment.keepData ? keptOnceCreated : RemovalPolicy.DESTROY,
    });
    if (needs.logsSearches) forwardSearchLogs(this, logGroup, platform);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Permissions of ${name}`,
      // One inline policy: it is deployed together with the function, and nothing else can add to it.
      inlinePolicies: {
        Grants: new PolicyDocument({
          minimize: true,
          statements: [
            ...policy.statements,
            ...impliedStatements,
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
          ],
        }),
      },
    });
    for (const wildcard of policy.wildcards) acknowledgeWildcard(role, wildcard);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: physicalName(environment, name),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      ...codeOf(name, environment, platform.assetsDir),
      memorySize: declared.opensIndexes
        ? Math.max(declared.memoryMb, environment.searchMemoryMb)
        : declared.memoryMb,
      reservedConcurrentExecutions: keptFor(declared, environment),
      recursiveLoop: handsOver(declared, needs) ? RecursiveLoop.ALLOW : undefined,
      timeout: Duration.seconds(declared.timeoutSeconds),
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        ...standardVariables(environment, declared),
        ...(platform.publicOrigin === undefined ? {} : { PUBLIC_ORIGIN: platform.publicOrigin }),
        ...policy.variables,
        ...settingVariables(needs, platform),
      },
    });
    (this.lambda.node.defaultChild as CfnFunction).addMetadata('antecede:entry', declared.file);
  }
}

/**
 * Whether a function sends messages to a queue that it works on: to hand over, or to look again later. Lambda takes that for a
 * loop, and after sixteen turns it would put the message among the dead letters. All of ours end by a number or a time.
 */
const handsOver = (declared: DeployedFunction, { permissions }: Needs) =>
  queuesOf(declared).some((queue) =>
    permissions.some(({ name }) => name === `sqs:SendMessage ${queue}`),
  );

/** Instances that are kept for a function, and that it cannot exceed; undefined for those that share what is left. */
function keptFor(
  { name, forVisitors, isEssential }: DeployedFunction,
  { visitorConcurrency, essentialConcurrency, queryUrl }: Environment,
): number | undefined {
  if (name === 'query-index') return queryUrl?.concurrency;
  if (isEssential) return essentialConcurrency;
  return forVisitors ? visitorConcurrency : undefined;
}

/**
 * Sends the log lines of searches to the job that records them. The job's stack allows that for all of our log
 * groups.
 */
function forwardSearchLogs(
  scope: Construct,
  { logGroupName }: LogGroup,
  platform: Foundation | Platform,
) {
  if (!('searchRecorder' in platform))
    throw new Error(`${scope} logs searches, but no one records them yet`);
  new CfnSubscriptionFilter(scope, 'Searches', {
    logGroupName,
    filterPattern: '{ $.search.elapsedMs >= 0 }',
    destinationArn: platform.searchRecorder.functionArn,
  });
}

function standardVariables(
  environment: Environment,
  { name, timeoutSeconds }: DeployedFunction,
): Record<string, string> {
  return {
    ENVIRONMENT: environment.name,
    POWERTOOLS_SERVICE_NAME: name,
    POWERTOOLS_METRICS_NAMESPACE: 'Antecede',
    NODE_OPTIONS: '--enable-source-maps',
    // A hung call can be tried twice more. On one machine, calls wait for each other instead.
    CALL_TIMEOUT_MS: String(environment.deployed ? Math.min(timeoutSeconds * 333, 30_000) : 20_000),
    // Tests validate outputs before a deployment. In production an extra field must not fail or delay a response.
    ...(environment.deployed ? {} : { VALIDATE_OUTPUTS: 'true' }),
  };
}

/** A deployed function has a folder of its own. On one machine all are in one folder, because they share chunks. */
const codeOf = (name: string, { deployed }: Environment, assetsDir: string) =>
  deployed
    ? { code: Code.fromAsset(join(assetsDir, name)), handler: 'index.handler' }
    : { code: Code.fromAsset(assetsDir), handler: `${name}/index.handler` };

/** Leaves out settings that the environment does not have. */
function settingVariables(needs: Needs, { settings }: Foundation) {
  const wanted = needs.settings.map(({ name }) => [name, settings[name]]);
  return Object.fromEntries(wanted.filter(([, value]) => value !== undefined));
}

/** `create-index` → `CreateIndex`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
