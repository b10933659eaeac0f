import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/runtime/principal.ts';
import { putAuthor } from '#functions/store/datasets.ts';
import { createUploadPolicy, fileKey } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unusable = /[/\\\u0000-\u001f\u007f]/;

function requireCsvName(fileName: string) {
  if (!fileName.toLowerCase().endsWith('.csv')) throw new ProductError('OnlyCsv');
  const fits = Buffer.byteLength(fileName) <= limits.fileNameMaxBytes && fileName.isWellFormed();
  if (!fits || unusable.test(fileName)) {
    throw new ProductError(
      'InvalidRequest',
      'Please rename the file: its name is too long or has slashes or control characters.',
    );
  }
}

export const handler = lambda('create-upload', member, async ({ body, principal }) => {
  requireOwnOrganization(principal, body.org_id);
  requireSelf(principal, { email: body.user_email });
  requireCsvName(body.filename);
  const key = fileKey(principal.orgId, body.filename);
  await putAuthor(principal.orgId, key, principal.user.full_name);
  return createUploadPolicy(key);
});
