import { requireCsvName } from '#functions/domain/require-csv-name.ts';
import { requireSubscription } from '#functions/domain/require-subscription.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { expectUpload } from '#functions/store/datasets.ts';
import { createUploadPolicy, fileKey } from '#functions/store/datasets-bucket.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { limits } from '#shared/limits.ts';

export const handler = lambda(
  datasets,
  'create-upload',
  member,
  async ({ body, principal, now }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { email: body.user_email });
    await requireSubscription(principal, now);
    requireCsvName(body.filename);
    const key = fileKey(principal.orgId, body.filename);
    const object = { id: key, name: body.filename };
    const entry = auditEntry(principal, { action: 'dataset.upload-started', object }, now);
    const untilSeconds = limits.uploadPolicySeconds + limits.uploadSeconds;
    const until = new Date(now.getTime() + untilSeconds * 1000);
    await expectUpload(principal.orgId, key, principal.user, { now, until }, entry);
    return createUploadPolicy(key, principal.user.item_id);
  },
);
