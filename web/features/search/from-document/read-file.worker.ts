import { getDocumentProxy } from 'unpdf';
import { docxText } from './docx-text.ts';
import { readLimits } from './read-limits.ts';

/** What a worker is sent: a file, and of which kind it is. */
export interface ReadRequest {
  kind: 'pdf' | 'docx';
  bytes: Uint8Array;
}

/** Its text, or that it cannot be read. */
export type ReadAnswer = { text: string; pages?: number } | { failed: true };

/** The answer goes to the port that comes with the request: PDF.js posts messages of its own to the page. */
addEventListener('message', async ({ data, ports: [port] }: MessageEvent<ReadRequest>) => {
  const answer = (message: ReadAnswer) => port?.postMessage(message);
  try {
    answer(data.kind === 'pdf' ? await pdfText(data.bytes) : { text: docxText(data.bytes) });
  } catch {
    answer({ failed: true });
  }
});

/** The text of the first pages of a PDF, a line of it in a line. */
async function pdfText(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const pdf = await getDocumentProxy(bytes);
  let text = '';
  for (let page = 1; page <= Math.min(pdf.numPages, readLimits.pdfPages); page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    text += '\n';
    if (text.length > readLimits.characters) break;
  }
  return { text, pages: pdf.numPages };
}
