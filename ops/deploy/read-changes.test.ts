import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { readChanges } from './read-changes.ts';

const cloudFormation = new CloudFormationClient({ region: 'us-east-1' });
const account = mockClient(cloudFormation);
const template = { Resources: { Accounts: { Type: 'AWS::DynamoDB::Table', Properties: {} } } };

/** Verbs of the changes where the account has this stack, with the same template. */
async function verbsWhere(stack: Pick<Stack, 'StackStatus' | 'EnableTerminationProtection'>) {
  const Stacks = [{ StackName: 'antecede-prod-data', CreationTime: new Date(0), ...stack }];
  account.on(DescribeStacksCommand).resolves({ Stacks });
  account.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(template) });
  const stackOfAssembly = { id: 'Data', name: 'antecede-prod-data', template };
  return (await readChanges(stackOfAssembly, { cloudFormation })).map(({ verb }) => verb);
}

test('a stack is compared with its template, and one whose creation failed has nothing of it', async () => {
  expect(await verbsWhere({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' })).toEqual([]);
  expect(await verbsWhere({ StackStatus: 'ROLLBACK_COMPLETE' })).toEqual(['adds']);
});

test('the rest of a failed creation that is protected has to be deleted by a person', async () => {
  const protectedRest = {
    StackStatus: 'ROLLBACK_COMPLETE',
    EnableTerminationProtection: true,
  } as const;
  await expect(verbsWhere(protectedRest)).rejects.toThrow(
    'aws cloudformation delete-stack --stack-name antecede-prod-data',
  );
});
