import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';
import type { renderPage } from './site/render.tsx';

const marker = '<!-- The page, rendered at build time. -->';

/**
 * Writes the public pages into their documents, so that they show before any script has come. The browser's
 * script then takes the markup over.
 * @param config how the browser's build reads modules: both must name CSS classes and assets alike
 */
export function prerender(config: UserConfig): Plugin {
  let render: Promise<typeof renderPage> | undefined;
  return {
    name: 'antecede:prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        if (!html.includes(marker)) return html;
        render ??= loadRender(config);
        return html.replace(marker, (await render)(path));
      },
    },
  };
}

/** Builds the pages for Node and loads them. The folder stands in the project, where packages are found. */
async function loadRender(config: UserConfig): Promise<typeof renderPage> {
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.antecede-prerender-'));
  try {
    await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      build: { ssr: 'site/render.tsx', outDir: folder },
    });
    const module = await import(pathToFileURL(join(folder, 'render.js')).href);
    return module.renderPage;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
