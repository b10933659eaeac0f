import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { readLimits } from './read-limits.ts';

const textPart = 'word/document.xml';

/**
 * The text of a Word file: its paragraphs, one a line. Deleted text of tracked changes is left out.
 * @throws Error if the file is no Word file, or its text is too large
 */
export function docxText(file: Uint8Array): string {
  const parts = unzipSync(file, {
    filter: ({ name, originalSize }) => {
      if (name !== textPart) return false;
      if (originalSize > readLimits.docxBytes) throw new Error('The text is too large.');
      return true;
    },
  });
  const xml = parts[textPart];
  if (!xml) throw new Error('This is no Word file.');
  let text = '';
  let isText = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local }) => {
    isText = local === 't';
    if (local === 'tab') text += '\t';
    if (local === 'br' || local === 'cr') text += '\n';
  });
  parser.on('text', (cell) => {
    if (isText) text += cell;
  });
  parser.on('closetag', ({ local }) => {
    isText = false;
    if (local === 'p') text += '\n';
  });
  parser.write(strFromU8(xml)).close();
  return text;
}
