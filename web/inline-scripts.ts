import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** A script of `web/inline` as documents contain it. The content security policy allows these by their hashes. */
export const inlineScript = (file: string) =>
  `<script>${readFileSync(new URL(`./inline/${file}`, import.meta.url), 'utf8')}</script>`;

const marker = '<!-- The script color-scheme.js. -->';

/** Writes the script that chooses between light and dark into the documents. */
export function inlineColorScheme(): Plugin {
  return {
    name: 'antecede:inline-color-scheme',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(marker, () => inlineScript('color-scheme.js')),
    },
  };
}
