import type { App } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import type { StandardFunction } from '#infra/constructs/standard-function.ts';
import { createWorkflow } from '#infra/constructs/workflow.ts';
import type { Environment } from '#infra/environments.ts';
import { type JobName, jobNames, jobs } from '#infra/jobs.ts';
import type { Resources } from '#infra/resources.ts';
import { indexBuild } from '#infra/workflows/index-build.ts';

/** The workflow that builds indexes with its tasks, and the jobs that start or watch builds. */
export class IndexingStack extends EnvironmentStack {
  readonly stateMachine: StateMachine;

  constructor(app: App, environment: Environment, resources: Resources, assetsDir: string) {
    super(app, 'Indexing', environment, 'The workflow that builds indexes');
    const indexingJobs = jobNames.filter((name) => jobs[name].stack === 'Indexing');
    const tasks: Partial<Record<JobName, StandardFunction>> = {};
    for (const name of indexingJobs.filter(isTask)) {
      tasks[name] = createJob(this, name, resources, assetsDir);
    }
    this.stateMachine = createWorkflow(this, {
      id: 'IndexBuild',
      name: 'index-build',
      definition: (arn) => indexBuild(arn, environment.segmentsAtOnce),
      tasks,
    });
    // These jobs may start the workflow, so it must exist first.
    const withWorkflow = { ...resources, stateMachines: { IndexBuild: this.stateMachine } };
    for (const name of indexingJobs.filter((name) => !isTask(name))) {
      createJob(this, name, withWorkflow, assetsDir);
    }
  }
}

function isTask(name: JobName): boolean {
  const { trigger } = jobs[name];
  return typeof trigger === 'object' && 'workflow' in trigger;
}
