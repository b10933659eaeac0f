import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';
import type { renderPages } from './site/render.tsx';

const template = 'site.html';
const headMarker = '<!-- What differs between the pages, rendered at build time. -->';
const bodyMarker = '<!-- The page, rendered at build time. -->';

/**
 * Makes a document of each public page out of one template, so that pages show before any script has come. The
 * browser's script then takes the markup over.
 * @param config how the browser's build reads modules: both must name CSS classes and assets alike
 */
export function prerender(config: UserConfig): Plugin {
  return {
    name: 'antecede:prerender',
    apply: 'build',
    // After Vite has written the addresses of scripts and styles into the template.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const built = bundle[template];
      if (built?.type !== 'asset') throw new Error(`The build has no ${template}`);
      delete bundle[template];
      for (const { file, head, body } of (await loadRender(config))()) {
        const source = String(built.source)
          .replace(headMarker, () => head)
          .replace(bodyMarker, () => body);
        this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

/** Builds the pages for Node and loads them. The folder stands in the project, where packages are found. */
async function loadRender(config: UserConfig): Promise<typeof renderPages> {
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.antecede-prerender-'));
  try {
    await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      build: { ssr: 'site/render.tsx', outDir: folder },
    });
    const module = await import(pathToFileURL(join(folder, 'render.js')).href);
    return module.renderPages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
