import { readFile } from 'node:fs/promises';
import { converse } from '#tests/assistant/support/converse.ts';
import { loadedCatalogue, sampleCatalogue } from './catalogue.ts';

/**
 * Holds the conversations of a file and prints them, for people to read: a paragraph is a conversation, a line a turn, and lines
 * after `#` are notes.
 * @param folder patents that a load wrote; without it the sample patents are asked about
 */
export async function printAnswers(file: string, folder: string | undefined): Promise<void> {
  const { source } = await (folder ? loadedCatalogue(folder) : sampleCatalogue());
  const paragraphs = (await readFile(file, 'utf8')).split(/\n\s*\n/);
  let number = 0;
  for (const paragraph of paragraphs) {
    const turns = paragraph.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
    if (turns.length === 0) continue;
    number += 1;
    for (const { question, intent, answer } of await converse(
      turns.map((says) => ({ says })),
      source,
    ))
      console.log(`=== ${number} (${intent}) ${question}\n\n${answer}\n`);
  }
}
