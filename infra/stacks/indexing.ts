import type { App } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import { workflowGrants } from '#infra/constructs/policy.ts';
import type { StandardFunction } from '#infra/constructs/standard-function.ts';
import { createWorkflow } from '#infra/constructs/workflow.ts';
import type { Environment } from '#infra/environments.ts';
import { type DeployedFunction, jobsOf } from '#infra/functions.ts';
import type { Foundation } from '#infra/platform.ts';
import { indexBuild } from '#infra/workflows/index-build.ts';

/** The workflow that builds indexes with its tasks, and the jobs that start or watch builds. */
export class IndexingStack extends EnvironmentStack {
  readonly stateMachine: StateMachine;

  constructor(app: App, environment: Environment, foundation: Foundation) {
    super(app, 'Indexing', environment, 'The workflow that builds indexes');
    const tasks = new Map<string, StandardFunction>();
    for (const job of jobsOf('Indexing').filter(isTask)) {
      tasks.set(job.name, createJob(this, job, foundation));
    }
    this.stateMachine = createWorkflow(this, {
      id: 'IndexBuild',
      name: 'index-build',
      definition: (arn) => indexBuild(arn, environment.segmentsAtOnce),
      tasks,
    });
    // These jobs may start the workflow, so it must exist first.
    const workflows = workflowGrants({ IndexBuild: this.stateMachine });
    const withWorkflows = { ...foundation, grants: { ...foundation.grants, ...workflows } };
    for (const job of jobsOf('Indexing').filter((job) => !isTask(job))) {
      createJob(this, job, withWorkflows);
    }
  }
}

const isTask = ({ trigger }: DeployedFunction) =>
  typeof trigger === 'object' && 'workflow' in trigger;
