import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { readDeployed } from './read-deployed.ts';

const cloudFormation = new CloudFormationClient({ region: 'us-east-1' });
const account = mockClient(cloudFormation);
const template = { Resources: { Accounts: { Type: 'AWS::DynamoDB::Table', Properties: {} } } };

/** What is deployed where the account has this stack. */
async function deployedWhere(stack: Pick<Stack, 'StackStatus' | 'EnableTerminationProtection'>) {
  const Stacks = [{ StackName: 'antecede-prod-data', CreationTime: new Date(0), ...stack }];
  account.on(DescribeStacksCommand).resolves({ Stacks });
  account.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(template) });
  return readDeployed('antecede-prod-data', { cloudFormation });
}

test('a stack has its template, and one whose creation failed has none', async () => {
  expect(await deployedWhere({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' })).toEqual(template);
  expect(await deployedWhere({ StackStatus: 'ROLLBACK_COMPLETE' })).toBeUndefined();
});

test('the rest of a failed creation that is protected has to be deleted by a person', async () => {
  const protectedRest = {
    StackStatus: 'ROLLBACK_COMPLETE',
    EnableTerminationProtection: true,
  } as const;
  await expect(deployedWhere(protectedRest)).rejects.toThrow(
    'aws cloudformation delete-stack --stack-name antecede-prod-data',
  );
});
