import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { newId, newUploadToken } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { requireOwnOrganization, requireSelf } from '#functions/people/index.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { limits } from '#shared/limits.ts';
import { partSizeOf } from '#shared/upload-parts.ts';
import { hashUploadToken, newCliUpload } from '../cli-uploads.ts';
import { fileKey } from '../datasets-bucket.ts';
import { createMultipartUpload } from '../multipart-uploads.ts';
import { requireDatasetName } from '../require-dataset-name.ts';
import { writeWithinTrial } from '../write-within-trial.ts';

export const handler = lambda(
  cliUploads,
  'create-cli-upload',
  managingSubscriber,
  once('create-cli-upload', async ({ body, principal, now }) => {
    const { filename, filesize } = body;
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { email: body.email });
    requireDatasetName(filename);
    await requireAttempt('upload', principal.orgId, now);
    const file_key = fileKey(principal.orgId, filename);
    const token = newUploadToken();
    const expiresAt = Math.floor(now.getTime() / 1000) + limits.uploadTokenDays * 86_400;
    const upload = {
      upload_id: newId('upl'),
      token_hash: hashUploadToken(token),
      org_id: principal.orgId,
      auth_user_id: principal.authUserId,
      file_key,
      size_bytes: filesize,
      part_bytes: partSizeOf(filesize, body.part_size),
      multipart_id: await createMultipartUpload(file_key, principal.user.item_id),
      expires_at: expiresAt,
    };
    const object = { id: file_key, name: filename };
    const entry = auditEntry(principal, { action: 'dataset.upload-started', object }, now);
    await writeWithinTrial(principal.orgId, filesize, [newCliUpload(upload), entry], now);
    return {
      api_base: publicOrigin(),
      upload_id: upload.upload_id,
      upload_token: token,
      filename,
      filesize,
      part_size: upload.part_bytes,
      expires_at: new Date(expiresAt * 1000).toISOString(),
    };
  }),
);
