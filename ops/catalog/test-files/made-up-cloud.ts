import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { NoSuchKey } from '@aws-sdk/client-s3';
import type { Installation } from '../environment.ts';

interface Stored {
  body: Buffer;
  metadata?: Record<string, string>;
}

/** Ends a load as a crash does: nothing after the call happens. */
export class Killed extends Error {}

const failure = (name: string) => Object.assign(new Error(name), { name });

/** An environment in memory: a bucket, the function that loads catalogues, and builds that succeed at once. */
export class MadeUpCloud {
  readonly objects = new Map<string, Stored>();
  readonly #uploads = new Map<string, { key: string; stored: Stored; parts: Buffer[] }>();
  documentsVersion: string | undefined;
  /** Dataset and documents of each build. */
  readonly builds: { dataset: string; documents: string | undefined }[] = [];
  /** Calls so far, by what they do: `PutObject links`. */
  calls: string[] = [];
  /**
   * The call that is answered by a crash: of those that do the same, which one, from 0. Some are sent at the same time, so that their
   * place among all differs from load to load.
   */
  killAt: { call: string; nth: number; afterwards: boolean } | undefined;
  #isKilled = false;

  readonly installation = {
    environment: 'local',
    datasetsBucket: 'datasets',
    indexBuildArn: 'arn:aws:states:us-east-1:0:stateMachine:build',
    s3: this.#client((name, input) => this.#store(name, input)),
    lambda: this.#client((_, { Payload }) => this.#invoke(JSON.parse(Payload as string))),
    stepFunctions: this.#client(() => ({ status: 'SUCCEEDED' })),
  } as unknown as Installation;

  /** How many of the calls so far, or of the first ones, do this. */
  countOf(call: string, until = this.calls.length): number {
    return this.calls.slice(0, until).filter((one) => one === call).length;
  }

  #client(answer: (name: string, input: Record<string, unknown>) => unknown) {
    return {
      send: async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
        const name = command.constructor.name.replace(/Command$/, '');
        const { killAt } = this;
        const folder = /links|deliveries|changes|version\.json/.exec(
          String(command.input.Key),
        )?.[0];
        const call = `${name} ${folder ?? ''}`;
        const isLast = call === killAt?.call && this.countOf(call) === killAt.nth;
        this.calls.push(call);
        if (killAt && this.#isKilled) throw new Killed();
        this.#isKilled ||= isLast;
        if (isLast && !killAt?.afterwards) throw new Killed();
        const given = await answer(name, command.input);
        if (isLast) throw new Killed();
        return given;
      },
    };
  }

  async #store(name: string, input: Record<string, unknown>): Promise<unknown> {
    const key = String(input.Key);
    const { objects } = this;
    const found = objects.get(key);
    const eTag = (stored: Stored) => createHash('md5').update(stored.body).digest('hex');
    if (name === 'PutObject') objects.set(key, { body: Buffer.from(input.Body as Buffer) });
    if (name === 'DeleteObject') objects.delete(key);
    if (name === 'DeleteObjects') {
      const { Objects } = input.Delete as { Objects: { Key: string }[] };
      for (const { Key } of Objects) objects.delete(Key);
    }
    if (name === 'ListObjectsV2') {
      const keys = [...objects.keys()].filter((one) => one.startsWith(String(input.Prefix)));
      return { Contents: keys.sort().map((Key) => ({ Key })) };
    }
    if (name === 'HeadObject' || name === 'GetObject') {
      if (!found) throw new NoSuchKey({ message: 'none', $metadata: {} });
      if (input.IfMatch && input.IfMatch !== eTag(found)) throw failure('PreconditionFailed');
      const [, from = '0', to] = /(\d+)-(\d+)/.exec(String(input.Range)) ?? [];
      const body = found.body.subarray(Number(from), to ? Number(to) + 1 : undefined);
      return {
        ETag: eTag(found),
        ContentLength: found.body.length,
        Metadata: found.metadata,
        Body: { transformToByteArray: async () => body },
      };
    }
    return this.#multipart(name, input, (stored) => {
      if (input.IfMatch && (!found || input.IfMatch !== eTag(found))) {
        throw failure('PreconditionFailed');
      }
      objects.set(key, stored);
    });
  }

  async #multipart(
    name: string,
    input: Record<string, unknown>,
    complete: (stored: Stored) => void,
  ): Promise<unknown> {
    if (name === 'CreateMultipartUpload') {
      const UploadId = `upload-${this.#uploads.size}`;
      const metadata = input.Metadata as Record<string, string>;
      const stored = { body: Buffer.alloc(0), metadata };
      this.#uploads.set(UploadId, { key: String(input.Key), stored, parts: [] });
      return { UploadId };
    }
    const id = String(input.UploadId);
    const upload = this.#uploads.get(id);
    if (!upload) {
      if (input.UploadId) throw failure('NoSuchUpload');
      return {};
    }
    if (name === 'UploadPart') {
      const part = Buffer.from(await text(input.Body as NodeJS.ReadableStream));
      upload.parts[Number(input.PartNumber) - 1] = part;
    }
    if (name === 'ListParts') {
      return { Parts: upload.parts.map((_, at) => ({ PartNumber: at + 1, ETag: 'e' })) };
    }
    if (name === 'CompleteMultipartUpload') {
      complete({ ...upload.stored, body: Buffer.concat(upload.parts) });
      this.#uploads.delete(id);
    }
    if (name === 'AbortMultipartUpload') this.#uploads.delete(id);
    return {};
  }

  /** What the function `load-catalog` answers. */
  #invoke(request: {
    serve?: { documents_version: string; replaces: string };
    asks?: string;
    documents_version?: string;
  }) {
    const answer = (value: object) => ({
      Payload: { transformToString: () => JSON.stringify(value) },
    });
    if (request.serve) {
      const { documents_version, replaces } = request.serve;
      const serves = this.documentsVersion;
      if (serves !== documents_version && serves !== replaces) throw failure('another serves');
      this.documentsVersion = documents_version;
    }
    if (request.serve || request.asks) return answer({ documents_version: this.documentsVersion });
    const replaced_documents = this.documentsVersion;
    this.documentsVersion = request.documents_version ?? this.documentsVersion;
    this.builds.push({
      dataset: this.objects.get('data-catalog/us_patents.csv')!.body.toString(),
      documents: this.documentsVersion,
    });
    const replaces = request.documents_version && { replaced_documents };
    return answer({ build_id: `bld_${this.builds.length}`, ...replaces });
  }

  /** An object with JSON, gzipped or not. */
  json(key: string): unknown {
    const { body } = this.objects.get(key)!;
    return JSON.parse((key.endsWith('.gz') ? gunzipSync(body) : body).toString());
  }
}
