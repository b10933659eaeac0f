import { errorCatalog } from '#shared/errors.ts';
import { api } from '#web/lib/api-client.ts';

interface UploadOptions {
  file: File;
  orgId: string;
  email: string;
  signal: AbortSignal;
  /** Called with the bytes that have left. */
  onProgress: (sentBytes: number) => void;
}

/** What the store refused, in its own words if they say anything. */
function storeError(answer: XMLHttpRequest): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(answer.responseText)?.[1];
  return new Error(
    code === 'EntityTooLarge'
      ? 'Your file is larger than 2GB, please select to upload via CLI tool.'
      : errorCatalog.Internal.message,
  );
}

/** Posts a form; `fetch` cannot report how much of it has been sent. */
function post(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(storeError(request));
    request.onerror = () => reject(new Error(errorCatalog.Internal.message));
    request.onabort = () => reject(new Error('The upload was cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', url);
    request.send(form);
  });
}

/** Uploads one CSV by a signed policy: all its fields first, the file last, as the store demands. */
export async function uploadCsv(options: UploadOptions): Promise<void> {
  const { file, orgId, email, signal } = options;
  const policy = await api('create-upload', {
    body: { org_id: orgId, user_email: email, filename: file.name },
    signal,
  });
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(policy.fields)) form.append(name, value);
  form.append('file', file);
  await post(policy.url, form, options);
}
