import { lambda } from '#functions/request/lambda.ts';
import { uploadHolder } from '#functions/request/upload-holder.ts';
import { deleteCliUpload } from '#functions/store/cli-uploads.ts';
import { abortMultipartUpload } from '#functions/store/multipart-uploads.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';

export const handler = lambda(
  cliUploads,
  'abort-cli-upload',
  uploadHolder,
  async ({ principal, fail }) => {
    if (principal.completed_at) throw fail('UploadTokenInvalid');
    await abortMultipartUpload(principal);
    await deleteCliUpload(principal);
    return { upload_id: principal.upload_id };
  },
);
