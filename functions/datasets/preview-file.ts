import { fileSource, headFile } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** The first part of a file as text: whole rows where rows end within it, never the whole of a big file. */
export async function previewFile(key: string) {
  const file = await headFile(key);
  if (!file) throw new ProductError('DatasetNotFound');
  const length = Math.min(file.sizeBytes, limits.previewBytes);
  const bytes = await fileSource(key, file).read(0, length);
  return { data: wholeRows(decodeText(bytes), length < file.sizeBytes), size: file.sizeBytes };
}

/** UTF-8 and UTF-16 with a byte order mark; a NUL byte elsewhere means that this is not text. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) {
    throw new ProductError('DatasetUnreadable', 'This file is not a CSV: it has binary content.');
  }
  return new TextDecoder('utf-8').decode(bytes);
}

/** Cuts at the last line break outside quotes. A first row longer than the preview is left as it is. */
function wholeRows(text: string, cut: boolean): string {
  if (!cut) return text;
  let inQuotes = false;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') inQuotes = !inQuotes;
    else if (character === '\n' && !inQuotes) end = at + 1;
  }
  return end ? text.slice(0, end) : text;
}
