import type { DocsBlock, DocsPage } from './blocks.ts';

/** A documentation page as Markdown. Imports no schemas, so that the browser can load it without zod. */
export function toMarkdown({ title, sections }: Pick<DocsPage, 'title' | 'sections'>): string {
  const parts = sections.flatMap((section) => [
    `## ${section.title}`,
    ...section.blocks.map(blockMarkdown),
  ]);
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

const fenceNames = { curl: 'sh', TypeScript: 'ts', Python: 'python' } as const;

function blockMarkdown(block: DocsBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'heading':
      return `### ${block.text}`;
    case 'code':
      return fence('', block.code);
    case 'examples':
      return block.examples
        .map(({ language, code }) => `${language}:\n\n${fence(fenceNames[language], code)}`)
        .join('\n\n');
    case 'table':
      return [block.columns, block.columns.map(() => '---'), ...block.rows].map(line).join('\n');
  }
}

const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A table cell: pipes are escaped, line breaks become spaces. */
const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A fence longer than any run of backticks in the code, so that the code cannot end it. */
function fence(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${code}\n${ticks}`;
}
