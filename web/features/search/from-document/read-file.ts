import type { ReadAnswer, ReadRequest } from './read-file.worker.ts';
import { readLimits } from './read-limits.ts';
import { tidyText } from './tidy-text.ts';

/** A text that was found in a file. */
export interface FoundText {
  text: string;
  /** What was left out, for people; empty if nothing was. */
  leftOut: string;
}

/** Why a file gives no text, for people. */
export class UnreadableFile extends Error {}

const kinds: readonly [ReadRequest['kind'] | 'text', RegExp][] = [
  ['pdf', /\.pdf$/i],
  ['docx', /\.docx$/i],
  ['text', /\.(txt|md)$/i],
];

/**
 * Reads the text of a PDF, Word or text file, in a worker that is ended when it takes too long. Nothing leaves the browser.
 * @throws UnreadableFile with the reason
 */
export async function readFile(file: File, signal: AbortSignal): Promise<FoundText> {
  const kind = kinds.find(([, name]) => name.test(file.name))?.[0];
  if (!kind) throw new UnreadableFile('Choose a PDF, a Word file (.docx) or a text file.');
  if (file.size > readLimits.fileBytes) throw new UnreadableFile('The file is larger than 20 MB.');
  const read =
    kind === 'text'
      ? { text: await file.text() }
      : await inWorker({ kind, bytes: new Uint8Array(await file.arrayBuffer()) }, signal);
  const text = tidyText(read.text);
  if (text === '') {
    throw new UnreadableFile('No text was found in the file. Scanned pages have none.');
  }
  const shown = text.slice(0, readLimits.characters);
  const { pages = 0 } = read;
  return {
    text: shown,
    leftOut:
      pages > readLimits.pdfPages
        ? `The first ${readLimits.pdfPages} of ${pages} pages were read.`
        : shown.length < text.length
          ? 'The end of the text was left out.'
          : '',
  };
}

function inWorker(
  request: ReadRequest,
  signal: AbortSignal,
): Promise<{ text: string; pages?: number }> {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<{ text: string; pages?: number }>((resolve, reject) => {
    const fail = (why: string) => reject(new UnreadableFile(why));
    const late = setTimeout(() => fail('Reading the file takes too long.'), readLimits.ms);
    signal.addEventListener('abort', () => {
      clearTimeout(late);
      fail('Reading was cancelled.');
    });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      clearTimeout(late);
      if ('failed' in data) fail('The file cannot be read. It may be damaged or protected.');
      else resolve(data);
    });
    port1.start();
    worker.addEventListener('error', () => fail('The file cannot be read.'));
    worker.postMessage(request, [request.bytes.buffer, port2]);
  }).finally(() => worker.terminate());
}
