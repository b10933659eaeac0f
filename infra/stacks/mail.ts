import type { App } from 'aws-cdk-lib';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import type { Environment } from '#infra/environments.ts';
import { jobsOf } from '#infra/functions.ts';
import type { Platform } from '#infra/platform.ts';

/** The jobs that send queued mail and hear of bounces. */
export class MailStack extends EnvironmentStack {
  constructor(app: App, environment: Environment, platform: Platform) {
    super(app, 'Mail', environment, 'Sends queued mail');
    for (const job of jobsOf('Mail')) createJob(this, job, platform);
  }
}
