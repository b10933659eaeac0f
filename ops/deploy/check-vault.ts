import { DescribeKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import type { EnvironmentName } from '#infra/environments.ts';
import type { AskBackup } from './ask-backup.ts';
import { type Finding, note, ok, stop } from './finding.ts';

const subject = 'Vault';
/** As `infra/constructs/backups.ts` keeps backups. A vault whose lock wants more or fewer takes no copy. */
const keptDays = 35;

const vaultShape = z.object({
  EncryptionKeyArn: z.string().optional(),
  Locked: z.boolean().optional(),
  MinRetentionDays: z.number().optional(),
  MaxRetentionDays: z.number().optional(),
});
const regionShape = z.object({
  ResourceTypeManagementPreference: z.record(z.string(), z.boolean()).default({}),
});
const copiesShape = z.object({
  CopyJobs: z
    .array(
      z.object({
        State: z.string(),
        StatusMessage: z.string().optional(),
        ResourceArn: z.string().optional(),
        /** Epoch seconds. */
        CreationDate: z.number(),
      }),
    )
    .default([]),
});

interface VaultToCheck {
  name: EnvironmentName;
  account: string;
  region: string;
  /** ARN of the vault that gets the copies. */
  vault: string;
}

/**
 * Whether backups can be made and copied. A vault of another account cannot be looked into from here: what the last copies
 * came to says whether it takes them.
 */
export async function checkVault(
  { name, account, region, vault }: VaultToCheck,
  { ask, kms }: { ask: AskBackup; kms: KMSClient },
): Promise<Finding> {
  const [, , , otherRegion = '', otherAccount, , otherName] = vault.split(':');
  const isElsewhere = otherAccount !== account;
  const own = `antecede-${name}-backups`;
  const vaultAt = async (where: string, named: string) => {
    const found = await ask(where, `/backup-vaults/${named}`);
    return found && vaultShape.parse(found);
  };

  const source = await vaultAt(region, own);
  if (!source)
    return stop(
      subject,
      `There is no vault ${own}: run aws backup create-backup-vault --backup-vault-name ${own} --encryption-key-arn KEY, with a key of your own.`,
    );
  if (isElsewhere && (await isKeyOfAws(kms, source.EncryptionKeyArn)))
    return stop(
      subject,
      `${own} is encrypted with the key of AWS Backup, and AWS copies nothing of that to another account. Delete it, and make it with a key of your own.`,
    );
  const settings = regionShape.parse((await ask(region, '/account-settings')) ?? {});
  if (!settings.ResourceTypeManagementPreference.DynamoDB)
    return stop(
      subject,
      'AWS Backup does not manage tables in full here, so that it cannot copy them: run aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true,S3=true --resource-type-management-preference DynamoDB=true',
    );
  if (!isElsewhere) {
    const target = await vaultAt(otherRegion, otherName!);
    if (!target) return stop(subject, `There is no vault ${vault}.`);
    const { Locked, MinRetentionDays = 0, MaxRetentionDays = keptDays } = target;
    if (Locked && (MinRetentionDays > keptDays || MaxRetentionDays < keptDays))
      return stop(
        subject,
        `${vault} takes backups of ${MinRetentionDays} to ${MaxRetentionDays} days only. Ours end after ${keptDays}.`,
      );
    return note(
      subject,
      `${vault} is in this account${Locked ? '' : ' and not locked'}: who takes over the account takes the backups, too.`,
    );
  }
  return copiesTo(vault, copiesShape.parse(await ask(region, copyJobs(vault))));
}

const copyJobs = (vault: string) =>
  `/copy-jobs?${new URLSearchParams({ destinationVaultArn: vault })}`;

/** AWS answers a vault's key by its ARN, which does not say whose it is. */
async function isKeyOfAws(kms: KMSClient, KeyId: string | undefined): Promise<boolean> {
  if (!KeyId) return true;
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
  return KeyMetadata?.KeyManager === 'AWS';
}

/** What the copies of the newest day came to: one for each table and bucket. */
function copiesTo(vault: string, { CopyJobs }: z.output<typeof copiesShape>): Finding {
  const newest = Math.max(...CopyJobs.map(({ CreationDate }) => CreationDate));
  const ofThatDay = CopyJobs.filter(({ CreationDate }) => newest - CreationDate < 86_400 / 2);
  if (ofThatDay.length === 0)
    return note(
      subject,
      `Nothing was copied to ${vault} yet. It is in an account that cannot be looked into from here: run this again a day after the deployment.`,
    );
  const day = new Date(newest * 1000).toISOString().slice(0, 10);
  const failed = ofThatDay.filter(({ State }) => ['FAILED', 'PARTIAL'].includes(State));
  const [first] = failed;
  if (first)
    return note(
      subject,
      `${failed.length} of ${ofThatDay.length} copies to ${vault} failed on ${day}: ${first.StatusMessage ?? first.State} (${first.ResourceArn}). See “A vault in another account” in docs/operating.md.`,
    );
  return ok(subject, `${ofThatDay.length} copies to ${vault} on ${day}, none failed`);
}
