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
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { CfnSubscriptionFilter, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionSize } from '#infra/endpoints.ts';
import type { Environment } from '#infra/environments.ts';
import type { Needs } from '#infra/permissions.ts';
import { type Resources, required } from '#infra/resources.ts';
import { limits } from '#shared/limits.ts';
import { acknowledgeWildcard } from './acknowledge.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';
import { keptOnceCreated } from './kept-once-created.ts';
import { policyOf } from './policy.ts';

export interface StandardFunctionProps {
  /** Name in the contract or in `jobs.ts`; also the name of the folder with its code. */
  name: string;
  /** Source file; written to the template's metadata. */
  entry: string;
  size: FunctionSize;
  /** Permissions that its trigger needs and that its code does not name. */
  impliedStatements?: PolicyStatement[];
  resources: Resources;
  /** True if the log group survives the deletion of its stack wherever tables do. */
  keepsLog?: boolean;
  /** True if the app's address may not be known yet. `PUBLIC_ORIGIN` is then set only if it is known. */
  beforeOrigin?: boolean;
  /** Folder that holds one folder of code for each function, see `bundle.ts`. */
  assetsDir: string;
}

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

  constructor(scope: EnvironmentStack, props: StandardFunctionProps) {
    super(scope, pascalCase(props.name));
    const { name, size, resources } = props;
    const environment = scope.settings;
    const needs = required(resources.needs.get(name), `the needs of ${name}`);
    const policy = policyOf(name, needs.permissions, resources);

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/antecede/${environment.name}/${name}`,
      retention: needs.logsSearches
        ? Math.min(environment.logRetentionDays, limits.searchLogDays)
        : environment.logRetentionDays,
      removalPolicy:
        props.keepsLog && environment.keepData ? keptOnceCreated : RemovalPolicy.DESTROY,
    });
    if (needs.logsSearches) forwardSearchLogs(this, logGroup, resources);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Permissions of ${name}`,
      // One inline policy: it is deployed together with the function, and nothing else can add to it.
      inlinePolicies: {
        Grants: new PolicyDocument({
          minimize: true,
          statements: [
            ...policy.statements,
            ...(props.impliedStatements ?? []),
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
      ...codeOf(name, environment, props.assetsDir),
      memorySize: needs.opensIndexes
        ? Math.max(size.memoryMb, environment.searchMemoryMb)
        : size.memoryMb,
      timeout: Duration.seconds(size.timeoutSeconds),
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        ...standardVariables(environment, name, size),
        ...originVariable(props),
        ...policy.variables,
        ...settingVariables(needs, resources),
      },
    });
    (this.lambda.node.defaultChild as CfnFunction).addMetadata('antecede:entry', props.entry);
  }
}

/**
 * Sends the log lines of searches to the job that records them. The job's stack allows that for all of our log
 * groups.
 */
function forwardSearchLogs(scope: Construct, { logGroupName }: LogGroup, resources: Resources) {
  new CfnSubscriptionFilter(scope, 'Searches', {
    logGroupName,
    filterPattern: '{ $.search.elapsedMs >= 0 }',
    destinationArn: required(resources.searchRecorder, 'the recorder of searches').functionArn,
  });
}

function originVariable({ resources, beforeOrigin }: StandardFunctionProps) {
  const { publicOrigin } = resources;
  if (beforeOrigin && publicOrigin === undefined) return {};
  return { PUBLIC_ORIGIN: required(publicOrigin, 'the public origin') };
}

function standardVariables(
  environment: Environment,
  name: string,
  { timeoutSeconds }: FunctionSize,
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
function settingVariables({ settings }: Needs, resources: Resources) {
  const wanted = settings.map(({ name }) => [name, resources.settings?.[name]]);
  return Object.fromEntries(wanted.filter(([, value]) => value !== undefined));
}

/** `create-index` → `CreateIndex`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
