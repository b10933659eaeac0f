import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** A documentation page: its path in the repository, and its Markdown. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** Every documentation page of the repository. */
export const pages: readonly Page[] = globSync(['*.md', 'packages/cli/README.md', 'docs/**/*.md'], {
  cwd: root,
})
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** The fenced code blocks of a page in one language, each with the text before it. */
export function codeBlocks({ text }: Page, language: string): { code: string; before: string }[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return Array.from(text.matchAll(fence), (match) => ({
    code: match[1]!,
    before: text.slice(0, match.index),
  }));
}

/** A page without its fenced code blocks. */
export const proseOf = ({ text }: Page) => text.replace(/^```[\s\S]*?^```$/gm, '');
