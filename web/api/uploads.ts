import { mutationOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import { errorCatalog } from '#shared/errors.ts';
import { csvFileTooLarge } from '#shared/validation.ts';
import { api } from '#web/lib/api-client.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import type { Member } from './user.ts';

/** Returns the presigned JSON with which the command-line tool uploads one file. */
export const createCliUpload = ({ orgId, email }: Member) =>
  mutationOptions({
    mutationFn: ({ name, size }: File) =>
      withFailureTexts(
        { unforeseen: errorCatalog.Internal.message },
        api('create-cli-upload', {
          body: { org_id: orgId, email, filename: name, filesize: size },
        }),
      ),
  });

interface UploadOptions {
  file: File;
  signal: AbortSignal;
  /** Called with the number of bytes sent. */
  onProgress: (sentBytes: number) => void;
}

/** An error for a refusal by the store or a broken connection. Both have the same text. */
function storeError({ status, responseText }: XMLHttpRequest): ApiError {
  const code = /<Code>(\w+)<\/Code>/.exec(responseText)?.[1] ?? 'Internal';
  const message = code === 'EntityTooLarge' ? csvFileTooLarge : errorCatalog.Internal.message;
  return new ApiError({ code, message, status });
}

/** Posts a form; `fetch` cannot report how much of it has been sent. */
function post(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(storeError(request));
    request.onerror = () => reject(storeError(request));
    request.onabort = () => reject(new Error('The upload was cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', url);
    request.send(form);
  });
}

/** Uploads one CSV by a signed policy: all its fields first, the file last, as the store demands. */
export async function uploadCsv({ orgId, email }: Member, options: UploadOptions): Promise<void> {
  const { file, signal } = options;
  const policy = await api('create-upload', {
    body: { org_id: orgId, user_email: email, filename: file.name, filesize: file.size },
    signal,
  });
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(policy.fields)) form.append(name, value);
  form.append('file', file);
  await post(policy.url, form, options);
}
