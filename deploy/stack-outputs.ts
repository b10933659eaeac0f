import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { unlessMissing } from './unless-missing.ts';

/** Outputs of a stack, by their names. */
export type Outputs = Record<string, string>;

/** Statuses of a stack whose creation was completed. */
const isCreated = /^(CREATE_COMPLETE|UPDATE_|IMPORT_)/;

/** Outputs of a stack; undefined if there is no such stack, or its creation failed. */
export async function outputsOf(
  { cloudFormation }: { cloudFormation: CloudFormationClient },
  StackName: string,
): Promise<Outputs | undefined> {
  const answer = await unlessMissing(cloudFormation.send(new DescribeStacksCommand({ StackName })));
  const stack = answer?.Stacks?.[0];
  if (!stack || !isCreated.test(stack.StackStatus ?? '')) return undefined;
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]),
  );
}

/** The DNS records among the outputs of the stack `Data`, a line each. */
export const senderRecords = (data: Outputs): string =>
  Object.entries(data)
    .filter(([name]) => name.startsWith('SenderRecord'))
    .map(([, record]) => `  ${record}`)
    .join('\n');
