import { requireCsvName } from '#functions/domain/require-csv-name.ts';
import { requireSubscription } from '#functions/domain/require-subscription.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { newId, newUploadToken } from '#functions/runtime/ids.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { hashUploadToken, putCliUpload } from '#functions/store/cli-uploads.ts';
import { fileKey } from '#functions/store/datasets-bucket.ts';
import { createMultipartUpload } from '#functions/store/multipart-uploads.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { limits } from '#shared/limits.ts';
import { partSizeOf } from '#shared/upload-parts.ts';

export const handler = lambda(
  cliUploads,
  'create-cli-upload',
  member,
  async ({ body, principal, now }) => {
    const { filename, filesize } = body;
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { email: body.email });
    await requireSubscription(principal, now);
    requireCsvName(filename);
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
    await putCliUpload(upload, entry);
    return {
      api_base: publicOrigin(),
      upload_id: upload.upload_id,
      upload_token: token,
      filename,
      filesize,
      part_size: upload.part_bytes,
      expires_at: new Date(expiresAt * 1000).toISOString(),
    };
  },
);
