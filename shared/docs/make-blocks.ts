import type { DocsBlock } from './blocks.ts';
import { curlExample, keyPlaceholder, pythonExample, typeScriptExample } from './code-examples.ts';

export const text = (content: string): DocsBlock => ({ kind: 'text', text: content });
export const heading = (content: string): DocsBlock => ({ kind: 'heading', text: content });
export const code = (label: string, content: string): DocsBlock => ({
  kind: 'code',
  label,
  code: content,
});
export const json = (label: string, value: unknown) => code(label, JSON.stringify(value, null, 2));
export const table = (label: string, columns: string[], rows: string[][]): DocsBlock => ({
  kind: 'table',
  label,
  columns,
  rows,
});

/** Code that prints the result, in each language. */
interface Printing {
  typeScript: string;
  python: string;
}

/**
 * One call in each language, with a placeholder for the key.
 * @param method `POST` if absent
 */
export function examples(
  label: string,
  url: string,
  body: object,
  print: Printing,
  method?: string,
): Extract<DocsBlock, { kind: 'examples' }> {
  const call = { url, method, body, apiKey: keyPlaceholder };
  return {
    kind: 'examples',
    label,
    examples: [
      { language: 'curl', code: curlExample(call) },
      { language: 'TypeScript', code: typeScriptExample(call, print.typeScript) },
      { language: 'Python', code: pythonExample(call, print.python) },
    ],
  };
}
