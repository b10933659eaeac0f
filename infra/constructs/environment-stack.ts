import { type App, Stack } from 'aws-cdk-lib';
import type { Environment } from '#infra/environments.ts';

/** A stack of one environment: `antecede-prod-data`, tagged and bound to its region. */
export class EnvironmentStack extends Stack {
  readonly settings: Environment;

  constructor(app: App, name: string, settings: Environment, description: string) {
    super(app, name, {
      stackName: physicalName(settings, name.toLowerCase()),
      description,
      env: { account: settings.account, region: settings.region },
      terminationProtection: settings.keepData,
      tags: { application: 'antecede', environment: settings.name },
    });
    this.settings = settings;
  }
}

/** Physical name of a resource that operators look up by name (function, alarm, web ACL): `antecede-prod-<name>`. */
export function physicalName(settings: Environment, name: string): string {
  return `antecede-${settings.name}-${name}`;
}
