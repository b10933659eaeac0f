import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { subscriber } from '#functions/billing/index.ts';
import { requireOwnOrganization, requireSelf } from '#functions/people/index.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { limits } from '#shared/limits.ts';
import { expectedUpload } from '../datasets.ts';
import { createUploadPolicy, fileKey } from '../datasets-bucket.ts';
import { requireDatasetName } from '../require-dataset-name.ts';
import { writeWithinTrial } from '../write-within-trial.ts';

export const handler = lambda(
  datasets,
  'create-upload',
  subscriber,
  once('create-upload', async ({ body, principal, now }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { email: body.user_email });
    requireDatasetName(body.filename);
    const mostBytes = body.filesize ?? limits.directUploadMaxBytes;
    await requireAttempt('upload', principal.orgId, now);
    const key = fileKey(principal.orgId, body.filename);
    const object = { id: key, name: body.filename };
    const entry = auditEntry(principal, { action: 'dataset.upload-started', object }, now);
    const untilSeconds = limits.uploadPolicySeconds + limits.uploadSeconds;
    const until = new Date(now.getTime() + untilSeconds * 1000);
    const expected = expectedUpload(principal.orgId, key, principal.user, { now, until });
    await writeWithinTrial(principal.orgId, mostBytes, [expected, entry], now);
    return createUploadPolicy(key, principal.user.item_id, mostBytes);
  }),
);
