import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { catalogIds } from '#shared/catalogs.ts';
import type * as app from './app/render.tsx';
import type { AppPage, Shells } from './app/render.tsx';
import { catalogDocs } from './catalog-docs.ts';
import { inlineScript } from './inline-scripts.ts';
import type * as site from './site/render.tsx';

const headMarker = '<!-- What differs between the pages, rendered at build time. -->';
const moduleScript = /<script type="module"[^>]* src="\/([^"]+)"><\/script>/g;
const bodyMarker = '<!-- The page, rendered at build time. -->';

/**
 * Renders the templates `site.html` and `app.html` to documents, one for each page that is rendered at build time.
 * The browser's script then hydrates or replaces the markup. @param config settings of the browser's build: both
 * builds must give CSS classes and assets the same names
 */
export function prerender(config: UserConfig): Plugin {
  return {
    name: 'antecede:prerender',
    apply: 'build',
    // After Vite has written the addresses of scripts and styles into the templates.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const add = (fileName: string, html: string) =>
        this.emitFile({ type: 'asset', fileName, source: loadAfterPaint(html) });
      await using renderers = await buildRenderers(config);
      const { renderPages: renderSite } = await renderers.load<typeof site>('site');
      const siteTemplate = inlineStyles(textOf(bundle, 'site.html'), bundle);
      delete bundle['site.html'];
      for (const { file, head, body } of renderSite()) {
        add(
          file,
          siteTemplate.replace(headMarker, () => head).replace(bodyMarker, () => body),
        );
      }
      const {
        renderPages: renderApp,
        renderShells,
        listPages,
        memberCalls,
      } = await renderers.load<typeof app>('app');
      const template = inlineIcon(withOneScript(textOf(bundle, 'app.html'), bundle));
      for (const { file, layout, route, body } of await renderApp(catalogIds.map(catalogDocs))) {
        const links = linksOf(bundle, [layout, route]).filter((link) => !template.includes(link));
        add(file, inlineStyles(withPage(template, body, links), bundle));
      }
      const shell = withShells(template, await renderShells(), {
        ...filesOfPages(bundle, listPages()),
        memberCalls,
      });
      this.emitFile({ type: 'asset', fileName: 'app.html', source: inlineStyles(shell, bundle) });
    },
  };
}

function textOf(bundle: Rolldown.OutputBundle, file: string): string {
  const found = bundle[file];
  if (found?.type !== 'asset') throw new Error(`The build has no ${file}`);
  return String(found.source);
}

/**
 * Vite writes a script for each file of the app into its document, in the order of their imports. The last imports the others, which
 * only need to be fetched.
 */
function withOneScript(html: string, bundle: Rolldown.OutputBundle): string {
  const files = Array.from(html.matchAll(moduleScript), ([, file]) => file!);
  const preloads = largestFirst(bundle, files).map(preloadLink).join('');
  const last = `<script type="module" crossorigin src="/${files.at(-1)}"></script>`;
  return html.replaceAll(moduleScript, '').replace('</head>', () => `${preloads}${last}</head>`);
}

/** Spares each page a request. Search engines take the file, which the pages of the site name. */
function inlineIcon(html: string): string {
  const icon = readFileSync(join(import.meta.dirname, 'public/favicon.svg'), 'utf8');
  const address = `data:image/svg+xml,${encodeURIComponent(icon.replaceAll(/>\s+</g, '><'))}`;
  return html.replace('href="/favicon.svg"', () => `href="${address}"`);
}

/**
 * Inlines the styles into a document, because fetching them would delay the first paint. Links that are switched off tell Vite's
 * loader that the styles are there: it would fetch them again with the first page that needs them.
 */
const inlineStyles = (html: string, bundle: Rolldown.OutputBundle) =>
  html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
    (_link, file) =>
      `<style>${textOf(bundle, file)}</style><link rel="stylesheet" href="/${file}" disabled>`,
  );

/** A document of the app with the markup of a page, which is inert until the script is loaded. */
function withPage(template: string, body: string, links: readonly string[]): string {
  const [title = ''] = /<title>.*?<\/title>/.exec(body) ?? [];
  const page = `<fieldset disabled class="prerendered">${body.replace(title, '')}</fieldset>`;
  return template
    .replace(/<title>.*?<\/title>/, () => title)
    .replace('</head>', () => `${links.join('\n')}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `${inlineScript('hide-from-members.js')}<div id="root">${page}</div>`,
    );
}

/**
 * The app's document with what people see until the app runs. `start-page.js` chooses and completes it, so that nothing is
 * painted before. Scripts are fetched after styles and fonts, and run after the first paint.
 */
function withShells(
  template: string,
  { members, visitors, shapes }: Shells,
  pages: PageFiles & Pick<typeof app, 'memberCalls'>,
) {
  const data = JSON.stringify(pages).replaceAll('<', '\\u003c');
  const shell = (name: string, body: string) =>
    `<template data-shell="${name}"><fieldset disabled class="prerendered">${body.replace(/<title>.*?<\/title>/, '')}</fieldset></template>`;
  const start = [
    shell('members', members),
    shell('visitors', visitors),
    ...Object.entries(shapes).map(
      ([shape, body]) => `<template data-shape="${shape}">${body}</template>`,
    ),
    `<script type="application/json" id="pages">${data}</script>`,
    inlineScript('start-page.js'),
  ];
  return runAfterPaint(template)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('<div id="root"></div>', () => `<div id="root"></div>${start.join('')}`);
}

/** Files that the pages of the app need beyond those that its document names. Numbers are places in `files`. */
interface PageFiles {
  files: string[];
  /** What the layout of members needs. */
  members: number[];
  pages: (Omit<AppPage, 'modules' | 'access'> & {
    isPrivate: boolean;
    files: number[];
  })[];
}

function filesOfPages(bundle: Rolldown.OutputBundle, list: readonly AppPage[]): PageFiles {
  const inDocument = new Set(filesOf(bundle, ['app/main.tsx']));
  const files: string[] = [];
  const placesOf = (modules: readonly string[]) =>
    filesOf(
      bundle,
      modules.map((path) => `app/${path}`),
    )
      .filter((file) => !inDocument.has(file))
      .map((file) => {
        const place = files.indexOf(file);
        return place < 0 ? files.push(file) - 1 : place;
      });
  const members = placesOf(['layouts/dashboard-layout.tsx']);
  const pages = list
    // Those pages have documents of their own.
    .filter(({ access }) => access !== 'public-only')
    .map(({ access, modules, ...page }) => {
      const isPrivate = access !== 'mixed';
      const needed = placesOf(isPrivate ? modules : ['layouts/mixed-layout.tsx', ...modules]);
      const own = needed.filter((place) => !isPrivate || !members.includes(place));
      return { ...page, isPrivate, files: own };
    });
  return { files, members, pages };
}

/** The scripts and styles of modules, and of all that they import. @param modules ends of their paths */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const follow = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file);
    for (const file of chunk.imports) follow(bundle[file]);
  };
  for (const module of modules) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    // A module that others import, too, may have a file of its own that only names what another has.
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`The build has no chunk of ${module}`);
    follow(chunk);
  }
  return [...styles, ...largestFirst(bundle, scripts)];
}

/** Large files first: what comes last would have to share connections with few others. */
function largestFirst(bundle: Rolldown.OutputBundle, scripts: Iterable<string>): string[] {
  const sizeOf = (file: string) => {
    const found = bundle[file];
    return found?.type === 'chunk' ? found.code.length : 0;
  };
  return Array.from(scripts).toSorted((one, other) => sizeOf(other) - sizeOf(one));
}

const preloadLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** Links to the scripts and styles of modules that the app loads later, and of all that they import. */
const linksOf = (bundle: Rolldown.OutputBundle, modules: readonly string[]) =>
  filesOf(bundle, modules).map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : preloadLink(file),
  );

/** Moves the elements that load scripts into a template, whose content is used after the first paint. */
const loadAfterPaint = (html: string) =>
  afterPaint(html, /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g);

/** The same for the script that runs the app. What it needs is fetched before. */
const runAfterPaint = (html: string) => afterPaint(html, moduleScript);

function afterPaint(html: string, loading: RegExp): string {
  const scripts = html.match(loading)?.join('') ?? '';
  const late = `<template id="scripts">${scripts}</template>${inlineScript('load-after-paint.js')}`;
  return html.replaceAll(loading, '').replace('</body>', () => `${late}</body>`);
}

/**
 * Builds `render.tsx` of the site and of the app for Node, to be imported. The build lies inside the project, so that packages
 * are found.
 */
async function buildRenderers(config: UserConfig) {
  const outDir = mkdtempSync(join(import.meta.dirname, '../node_modules/.antecede-prerender-'));
  const remove = () => rmSync(outDir, { recursive: true, force: true });
  const input = { site: 'site/render.tsx', app: 'app/render.tsx' };
  try {
    await build({
      ...config,
      configFile: false,
      logLevel: 'error',
      build: { ssr: true, rollupOptions: { input }, outDir },
    });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    load: <Module>(name: keyof typeof input): Promise<Module> =>
      import(pathToFileURL(join(outDir, `${name}.js`)).href),
    [Symbol.asyncDispose]: async () => remove(),
  };
}
