import { principalResolver } from '#core/request/caller-resolver.ts';
import { getUser } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { findCliUpload } from './cli-uploads.ts';

/**
 * The holder of the token of the upload in the path. The token is only valid while the member who started
 * the upload belongs to the organization.
 */
export const uploadHolder = principalResolver('upload-token', async (event) => {
  const token = event.headers['x-upload-token'];
  const uploadId = event.pathParameters?.upload_id;
  // All refusals are alike, so that they do not reveal whether the upload exists. DynamoDB does not accept
  // longer keys.
  const upload =
    token && uploadId && uploadId.length <= 200
      ? await findCliUpload(uploadId, token, new Date())
      : undefined;
  const user = upload && (await getUser(upload.auth_user_id));
  if (!upload || user?.org_id !== upload.org_id) throw new ProductError('UploadTokenInvalid');
  return { ...upload, user };
});
