import { completeCliUpload } from '#functions/datasets/complete-cli-upload.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { uploadHolder } from '#functions/runtime/upload-holder.ts';
import { setCompleted } from '#functions/store/cli-uploads.ts';

export const handler = lambda(
  'complete-cli-upload',
  uploadHolder,
  async ({ principal, body, now }) => {
    // Again after an answer that was lost: it is complete.
    if (!principal.completed_at) {
      await completeCliUpload(principal, principal.user, body.digest, now);
      await setCompleted(principal, now);
    }
    return { key: principal.file_key };
  },
);
