import {
  type CloudFormationClient,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { unlessMissing } from './unless-missing.ts';

/** Outputs of a stack, by their names. */
export type Outputs = Record<string, string>;

/** A stack by its name, also one whose creation failed; undefined if there is none. */
export async function findStack(
  { cloudFormation }: { cloudFormation: CloudFormationClient },
  StackName: string,
): Promise<Stack | undefined> {
  const answer = await unlessMissing(cloudFormation.send(new DescribeStacksCommand({ StackName })));
  return answer?.Stacks?.[0];
}

/** Whether the creation of a stack was completed, whatever became of later changes. */
export const isCreated = ({ StackStatus }: Stack) =>
  /^(CREATE_COMPLETE|UPDATE_|IMPORT_)/.test(StackStatus ?? '');

/** Outputs of a stack; undefined if there is no such stack, or its creation failed. */
export async function outputsOf(
  clients: { cloudFormation: CloudFormationClient },
  name: string,
): Promise<Outputs | undefined> {
  const stack = await findStack(clients, name);
  if (!stack || !isCreated(stack)) return undefined;
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
