/** A block of the page about errors. */
export type Block =
  | { kind: 'h1' | 'h2' | 'h3' | 'p' | 'code'; text: string }
  | { kind: 'list'; points: string[] };

/** Reads the Markdown that the page about errors uses: headings, paragraphs, lists and blocks of code. */
export function readMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  const parts = markdown.split(/^(```[\s\S]*?^```)$/m);
  for (const part of parts) {
    if (part.startsWith('```')) {
      blocks.push({ kind: 'code', text: part.replace(/^```\w*\n|\n```$/g, '') });
      continue;
    }
    // A heading may stand right above its text.
    const texts = part.replace(/^(#+ .*)$/gm, '$1\n').split(/\n{2,}/);
    for (const text of texts.map((one) => one.trim()).filter(Boolean)) blocks.push(blockOf(text));
  }
  return blocks;
}

function blockOf(text: string): Block {
  const [, marks, heading] = /^(#{1,3}) (.*)$/.exec(text) ?? [];
  if (marks) return { kind: `h${marks.length as 1 | 2 | 3}`, text: heading! };
  if (!text.startsWith('- ')) return { kind: 'p', text: oneLine(text) };
  return { kind: 'list', points: text.slice(2).split(/\n- /).map(oneLine) };
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

/** Text in pieces: every second one is code. Links to other pages of the source are left as their words. */
export const piecesOf = (text: string): string[] =>
  text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').split('`');
