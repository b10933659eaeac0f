import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AwsError } from '#local/aws/service.ts';

/** S3 limits what comes before the file of a form to 20 KB. */
const maxFieldBytes = 20_480;

/** A browser's form: its fields by lower-case name, then its file, still arriving. */
export interface Form {
  fields: Map<string, string>;
  file: Readable;
}

/**
 * Reads `multipart/form-data` up to the file, which must come last: S3 ignores fields behind it.
 * Throws on a form that is not well-formed, has a field twice or no file. `file` fails if the form
 * ends in the middle of it.
 */
export function readForm(body: Readable, contentType: string): Promise<Form> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name?.toLowerCase() === 'file',
      limits: { fieldSize: maxFieldBytes, files: 1 },
    });
    const fields = new Map<string, string>();
    let fieldBytes = 0;
    parser.on('field', (name, value) => {
      const key = name.toLowerCase();
      fieldBytes += Buffer.byteLength(name + value);
      if (fields.has(key)) {
        reject(new AwsError('InvalidArgument', `The field ${name} is given twice.`));
      }
      if (fieldBytes > maxFieldBytes) {
        reject(
          new AwsError(
            'MaxPostPreDataLengthExceeded',
            'Your POST request fields preceding the upload file were too large.',
          ),
        );
      }
      fields.set(key, value);
    });
    let file: Readable | undefined;
    parser.on('file', (_name, stream) => {
      file = stream;
      // The listener is added at once, because the form may end too early, before anybody reads the stream.
      stream.on('error', (error) => stream.destroy(malformed(error.message)));
      resolve({ fields: new Map(fields), file });
    });
    parser.on('error', (error) => reject(malformed((error as Error).message)));
    parser.on('finish', () =>
      reject(new AwsError('InvalidArgument', 'POST requires exactly one file upload per request.')),
    );
    body.once('close', () => {
      if (body.readableEnded) return;
      const error = malformed('It ends in the middle.');
      file?.destroy(error);
      reject(error);
    });
    body.pipe(parser);
  });
}

const malformed = (reason: string) =>
  new AwsError(
    'MalformedPOSTRequest',
    `The body of your POST request is not well-formed multipart/form-data. ${reason}`,
  );
