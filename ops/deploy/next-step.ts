import type { Settings } from '#infra/settings.ts';
import { type Outputs, senderRecords } from './stack-outputs.ts';

/** What a person does after the first run, with the outputs of the stack `Data`. CDK shows them among many others. */
export const afterData = ({ mail }: { mail: Pick<Settings['mail'], 'from'> }, data: Outputs) =>
  `Add these records to the DNS of ${mail.from.replace(/^.*@/, '')}, and run this again when SES has verified it:\n${senderRecords(data)}`;

/** The same after all stacks, with the outputs of `Edge`. */
export function afterAll({ domain }: Pick<Settings, 'domain'>, edge: Outputs): string {
  const { Origin, DistributionDomain } = edge;
  if (!domain) return `The app is at ${Origin}`;
  return `${domain.name} must point to ${DistributionDomain} (a CNAME or alias record). Then the app is at ${Origin}`;
}
