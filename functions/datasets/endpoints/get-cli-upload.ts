import { lambda } from '#core/request/lambda.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { isNotOpen, listParts } from '../multipart-uploads.ts';
import { uploadHolder } from '../upload-holder.ts';

export const handler = lambda(
  cliUploads,
  'get-cli-upload',
  uploadHolder,
  async ({ principal, query, fail }) => {
    if (principal.completed_at) return { state: 'completed' as const, parts: [] };
    try {
      const { parts, next } = await listParts(principal, query.after);
      return {
        state: 'open' as const,
        parts: parts.map(({ number, sizeBytes, md5 }) => ({ number, size: sizeBytes, md5 })),
        next,
      };
    } catch (error) {
      if (isNotOpen(error)) throw fail('UploadTokenInvalid');
      throw error;
    }
  },
);
