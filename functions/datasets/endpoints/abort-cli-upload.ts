import { lambda } from '#core/request/lambda.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { deleteCliUpload } from '../cli-uploads.ts';
import { abortMultipartUpload } from '../multipart-uploads.ts';
import { uploadHolder } from '../upload-holder.ts';

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
