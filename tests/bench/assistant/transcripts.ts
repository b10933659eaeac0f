/** Thirty conversations of the set in full, for people to read: two of each kind, of the half that the assistant was built with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitAnswer, withEllipses } from '#shared/citations.ts';
import { converse } from '#tests/assistant/support/converse.ts';
import { sampleCatalogue } from './catalogue.ts';
import { type Conversation, kinds, readConversations } from './conversation-set.ts';
import { gradeAnswer, rubric } from './grade-answer.ts';

const file = join(import.meta.dirname, '../../../docs/assistant-transcripts.md');
const perKind = 2;

const heading = `# Thirty conversations

What the built-in assistant answers over the sample patents, whose texts are made up. Two of each kind of the 120 conversations, of the
half that it was built with. \`npm run bench -- assistant --transcripts\` writes this page. [assistant.md](assistant.md#how-well-it-does)
has the figures of all.

Points: ${rubric.map(({ name }) => name).join(', ')}. A program gives them, so they say what it can see, not whether a searcher is
content.`;

/** Holds the conversations and writes the page. */
export async function writeTranscripts(): Promise<void> {
  const { source, known } = await sampleCatalogue();
  const all = readConversations('development');
  const parts: string[] = [];
  for (const kind of kinds) {
    const chosen = all.filter((one) => one.kind === kind).slice(0, perKind);
    for (const [position, conversation] of chosen.entries()) {
      parts.push(`## ${kind}, ${position + 1}`, await transcriptOf(conversation));
    }
  }
  await writeFile(file, `${[heading, ...parts].join('\n\n')}\n`);
  console.log(`${parts.length / 2} conversations written to ${file}`);

  async function transcriptOf({ turns }: Conversation): Promise<string> {
    const said = await converse(turns, source);
    return said
      .map(({ question, answer }, position) => {
        const { points } = gradeAnswer(turns[position]!, answer, known);
        const missed = rubric.filter(({ name }) => !points[name]).map(({ name }) => name);
        const grade = `Points: ${rubric.length - missed.length} of ${rubric.length}${missed.length > 0 ? `, without ${missed.join(', ')}` : ''}.`;
        return [quoted(`**Question.** ${question}`), ...answerLines(answer), grade].join('\n\n');
      })
      .join('\n\n');
  }
}

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

/** The answer, its headings as bold words, and its sources as a list. */
function answerLines(answer: string): string[] {
  const { text, citations } = splitAnswer(answer);
  const sources = citations.map(
    ({ number, ucid, quote, place }) =>
      `- [${number}] ${ucid}, ${place.part}${place.number ? ` ${place.number}` : ''}: “${withEllipses(quote, place)}”`,
  );
  return [text.replaceAll(/^#+ (.*)$/gm, '**$1**'), sources.join('\n')].filter(Boolean);
}
