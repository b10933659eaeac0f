import type { IncomingMessage } from 'node:http';
import { errorCatalog } from '#shared/errors.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { askAddress, problemOf } from './ask-address.ts';
import type { Remote } from './remote.ts';
import { SourceProblem } from './source-problem.ts';

/** What tells versions of a file: an ETag that is the same only for the same bytes, or a date. */
function versionOf({ headers }: IncomingMessage): string | undefined {
  const { etag, 'last-modified': modified } = headers;
  if (etag && !etag.startsWith('W/')) return etag;
  return modified;
}

const isETag = (version: string) => version.startsWith('"');

/** Asks for a file only if it is another version. */
const unlessSame = (version: string): Record<string, string> =>
  isETag(version) ? { 'if-none-match': version } : { 'if-modified-since': version };

/** Bytes of the whole file, if the answer tells. */
function totalOf({ statusCode, headers }: IncomingMessage): number | undefined {
  const text =
    statusCode === 206
      ? /^bytes \d+-\d+\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]
      : headers['content-length'];
  return text === undefined ? undefined : Number(text);
}

/**
 * Opens a file at an address.
 * @param known version that was fetched last
 * @param begun version of which a part is stored
 * @returns undefined if it has not changed
 * @throws SourceProblem
 */
export async function openAddress(
  url: string,
  known: string | undefined,
  begun: string | undefined,
): Promise<Remote | undefined> {
  const open = new Set<IncomingMessage>();
  const ask = async (headers: Record<string, string>) => {
    const answer = await askAddress(url, headers);
    open.add(answer);
    return answer;
  };
  const close = () => {
    for (const answer of open) answer.destroy();
  };
  const condition = known !== undefined && begun === undefined ? unlessSame(known) : {};
  try {
    const first = await ask({ ...condition, range: 'bytes=0-' });
    if (first.statusCode === 304) {
      close();
      return undefined;
    }
    requireFile(first);
    const sizeBytes = totalOf(first);
    const version = versionOf(first);
    if (version !== undefined && version === known && begun === undefined) {
      close();
      return undefined;
    }
    if (begun !== undefined && version !== begun) throw changedMeanwhile();
    const isResumable = first.statusCode === 206 && version !== undefined;
    return {
      version: version ?? '',
      isArchive: false,
      isResumable,
      close,
      files: [
        {
          name: '',
          sizeBytes,
          async read(offset) {
            if (offset === 0) return first;
            first.destroy();
            // Compared below, too: servers may ignore it.
            const headers = { range: `bytes=${offset}-`, 'if-range': version! };
            const rest = await ask(headers);
            if (rest.statusCode !== 206) throw changedMeanwhile();
            const isSame = versionOf(rest) === version && totalOf(rest) === sizeBytes;
            const isThere = rest.headers['content-range']?.startsWith(`bytes ${offset}-`);
            if (!isSame || !isThere) throw changedMeanwhile();
            return rest;
          },
        },
      ],
    };
  } catch (error) {
    close();
    throw problemOf(error);
  }
}

/** Throws unless an answer is a file. */
function requireFile({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode === 416) throw new SourceProblem('The file is empty.');
  if (statusCode === 401 || statusCode === 403) {
    throw new SourceProblem(
      `The server refuses the file (${statusCode}). Give an address that needs no sign-in, such as a signed link.`,
    );
  }
  if (statusCode === 404 || statusCode === 410) {
    throw new SourceProblem(`The server has no file there (${statusCode}).`);
  }
  if (statusCode === 429 || statusCode >= 500) {
    throw new SourceProblem(`The server cannot answer now (${statusCode}).`, { mayPass: true });
  }
  if (statusCode !== 200 && statusCode !== 206) {
    throw new SourceProblem(`The server answers with ${statusCode} instead of the file.`);
  }
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')) {
    throw new SourceProblem(
      'A web page is there, not a file. Give the address of the file itself, as its download link has it.',
    );
  }
}

export const tooLarge = (mostBytes: number) =>
  new SourceProblem(
    mostBytes < limits.sourceMaxBytes
      ? errorCatalog.TrialStorageFull.message
      : `The file has more than ${formatBytes(mostBytes)}. Upload it with the command-line tool.`,
  );

export const changedMeanwhile = () =>
  new SourceProblem('The file changes while it is fetched.', { isOther: true });
