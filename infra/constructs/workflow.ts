import { ArnFormat, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { JobName } from '#functions/features.ts';
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';
import type { StandardFunction } from './standard-function.ts';

export interface WorkflowProps {
  /** Id of the construct, for instance `IndexBuild`. */
  id: string;
  /** Name in the console, for instance `index-build`. */
  name: string;
  /** Returns the definition in Amazon States Language; `arn` gives the ARN of a job. */
  definition(arn: (job: JobName) => string): object;
  tasks: ReadonlyMap<string, StandardFunction>;
}

/**
 * A Step Functions workflow of the standard type. Its role may invoke exactly its tasks, and run executions of the
 * workflow itself: the items of its distributed maps. The definition is data, because CDK's own task constructs would also
 * allow every version of each function.
 */
export function createWorkflow(scope: EnvironmentStack, props: WorkflowProps): StateMachine {
  const { deployed, logRetentionDays, name: environmentName } = scope.settings;
  const invoked = new Set<string>();
  const definition = props.definition((job) => {
    const task = props.tasks.get(job);
    if (!task) throw new Error(`${props.name} needs the job ${job}, which is not in its stack.`);
    invoked.add(task.lambda.functionArn);
    return task.lambda.functionArn;
  });
  const stateMachineName = physicalName(scope.settings, props.name);
  const arnOf = (resource: string, resourceName: string) =>
    scope.formatArn({
      service: 'states',
      resource,
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const executions = arnOf('execution', stateMachineName);
  const role = new Role(scope, `${props.id}Role`, {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    inlinePolicies: {
      Tasks: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: [...invoked],
          }),
          new PolicyStatement({
            actions: ['states:StartExecution'],
            resources: [arnOf('stateMachine', stateMachineName)],
          }),
          new PolicyStatement({
            actions: ['states:DescribeExecution', 'states:StopExecution'],
            resources: [`${executions}:*`],
          }),
        ],
      }),
    },
  });
  const machine = new StateMachine(scope, props.id, {
    stateMachineName,
    definitionBody: DefinitionBody.fromString(scope.toJsonString(definition)),
    role,
    tracingEnabled: deployed,
    logs: {
      destination: new LogGroup(scope, `${props.id}Logs`, {
        // AWS uses one resource policy for all groups below /aws/vendedlogs, so many workflows stay below its size limit.
        logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
        retention: logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: environmentName !== 'prod',
    },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]':
      'X-Ray and the delivery of logs know no resources: their actions take only *.',
  });
  acknowledgeWildcard(role, {
    owner: role,
    arn: executions,
    suffix: ':*',
    reason: 'Executions of this workflow have ids as names.',
  });
  return machine;
}
