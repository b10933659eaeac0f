import type { App } from 'aws-cdk-lib';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import type { Environment } from '#infra/environments.ts';
import { jobNames, jobs } from '#infra/jobs.ts';
import type { Resources } from '#infra/resources.ts';

/** The job that sends queued mails. */
export class MailStack extends EnvironmentStack {
  constructor(app: App, environment: Environment, resources: Resources, assetsDir: string) {
    super(app, 'Mail', environment, 'Sends queued mail');
    for (const name of jobNames.filter((name) => jobs[name].stack === 'Mail')) {
      createJob(this, name, resources, assetsDir);
    }
  }
}
