import { Duration } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from './acknowledge.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';

/** As long as tables can be restored without a vault: erased people are in backups no longer than that. */
const keptDays = 35;

/** What AWS Backup needs of tables and of buckets. */
const policies = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'AWSBackupServiceRolePolicyForS3Backup',
];

/**
 * Daily backups, copied to a vault that this account cannot empty. Both vaults are made by the operator: one of this stack would go
 * with the setting while it has backups, and its name would be taken when the setting comes back.
 * @param copyTo ARN of the vault, in another account
 */
export function createBackups(
  scope: EnvironmentStack,
  copyTo: string,
  tables: readonly Table[],
  buckets: readonly Bucket[],
): void {
  const copied = { deleteAfter: Duration.days(keptDays) };
  const plan = new BackupPlan(scope, 'Backups', {
    backupPlanName: physicalName(scope.settings, 'backups'),
    backupVault: BackupVault.fromBackupVaultName(
      scope,
      'OwnVault',
      physicalName(scope.settings, 'backups'),
    ),
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '3', minute: '17' }),
        ...copied,
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'OtherVault', copyTo),
            ...copied,
          },
        ],
      }),
    ],
  });
  const role = new Role(scope, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    description: 'Reads tables and buckets for daily backups',
    managedPolicies: policies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  });
  const reason = 'AWS keeps these policies for its backup service, and extends them with it.';
  for (const name of policies) {
    acknowledge(role, {
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`]: reason,
    });
  }
  plan.addSelection('Stores', {
    role,
    resources: [
      ...tables.map((table) => BackupResource.fromDynamoDbTable(table)),
      ...buckets.map(({ bucketArn }) => BackupResource.fromArn(bucketArn)),
    ],
  });
}
