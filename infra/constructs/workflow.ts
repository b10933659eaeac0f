import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { JobName } from '#infra/jobs.ts';
import { acknowledge } from './acknowledge.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';
import type { StandardFunction } from './standard-function.ts';

export interface WorkflowProps {
  /** Id of the construct, for instance `IndexBuild`. */
  id: string;
  /** Name in the console, for instance `index-build`. */
  name: string;
  /** Returns the definition in Amazon States Language; `arn` gives the ARN of a job. */
  definition(arn: (job: JobName) => string): object;
  tasks: Partial<Record<JobName, StandardFunction>>;
}

/**
 * A Step Functions workflow of the standard type. Its role may invoke exactly its tasks. The definition is
 * data, because CDK's own task constructs would also allow every version of each function.
 */
export function createWorkflow(scope: EnvironmentStack, props: WorkflowProps): StateMachine {
  const { deployed, logRetentionDays, name: environmentName } = scope.settings;
  const invoked = new Set<string>();
  const definition = props.definition((job) => {
    const task = props.tasks[job];
    if (!task) throw new Error(`${props.name} needs the job ${job}, which is not in its stack.`);
    invoked.add(task.lambda.functionArn);
    return task.lambda.functionArn;
  });
  const role = new Role(scope, `${props.id}Role`, {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    inlinePolicies: {
      Tasks: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: [...invoked],
          }),
        ],
      }),
    },
  });
  const machine = new StateMachine(scope, props.id, {
    stateMachineName: physicalName(scope.settings, props.name),
    definitionBody: DefinitionBody.fromString(scope.toJsonString(definition)),
    role,
    tracingEnabled: deployed,
    logs: {
      destination: new LogGroup(scope, `${props.id}Logs`, {
        // AWS uses one resource policy for all groups below /aws/vendedlogs, so many workflows stay below its size limit.
        logGroupName: `/aws/vendedlogs/states/${physicalName(scope.settings, props.name)}`,
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
  return machine;
}
