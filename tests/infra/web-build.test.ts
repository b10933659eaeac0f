import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { prerenderedPages } from '#web/app/prerendered-pages.ts';
import { sitePages } from '#web/site/site-pages.tsx';

// As in a deployment. Vitest's own gives React's build for development, and elements that hold paths of files.
vi.hoisted(() => vi.stubEnv('NODE_ENV', 'production'));

type Chunk = Rolldown.OutputChunk;
type File = Chunk | Rolldown.OutputAsset;

/** The files of the web app as it is built in a mode. */
async function filesOf(mode: 'production' | 'one-machine', minify: boolean): Promise<File[]> {
  const built = await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    mode,
    logLevel: 'error',
    build: { write: false, minify },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((one) => ('output' in one ? one.output : []));
}

const chunksOf = (files: readonly File[]) => files.filter((file) => file.type === 'chunk');

const codeOf = (chunks: readonly Chunk[]) => chunks.map(({ code }) => code).join('\n');

let files: File[];
let deployed: Chunk[];
beforeAll(async () => {
  files = await filesOf('production', true);
  deployed = chunksOf(files);
});

const documents = () => files.filter(({ fileName }) => fileName.endsWith('.html'));
const sourceOf = (file: File) => (file.type === 'asset' ? String(file.source) : file.code);

test('documents hold no script but those whose hashes the content security policy has', () => {
  const folder = new URL('../../web/inline/', import.meta.url);
  const allowed = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const held = documents().flatMap((file) =>
    Array.from(sourceOf(file).matchAll(/<script>(.*?)<\/script>/gs), ([, text]) => text!),
  );
  expect(new Set(held)).toEqual(new Set(allowed));
});

test.each([...sitePages, ...prerenderedPages])('$path says something without script', (page) => {
  const found = documents().find(({ fileName }) => fileName === page.file)!;
  expect(sourceOf(found)).toMatch(/<title>.+<\/title>.*<h1[ >]/s);
});

test('no source maps are published', () => {
  expect(files.filter(({ fileName }) => fileName.endsWith('.map'))).toEqual([]);
  expect(codeOf(deployed)).not.toContain('sourceMappingURL');
});

test('only the local build contains the forms that take card numbers', async () => {
  expect(codeOf(chunksOf(await filesOf('one-machine', false)))).toContain('/_local/stripe/');
  expect(codeOf(deployed)).not.toContain('/_local/stripe/');
  expect(codeOf(deployed)).not.toContain('cc-number');
});

/** The scripts that a browser loads for a page that begins with these modules: how many, and their bytes, compressed. */
function loaded(modules: readonly string[]): { scripts: number; bytes: number } {
  const starts = modules.map((module) => {
    const found =
      deployed.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
      deployed.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!found) throw new Error(`No script holds ${module}`);
    return found.fileName;
  });
  const reached = new Set(starts);
  for (const fileName of reached) {
    for (const next of deployed.find((chunk) => chunk.fileName === fileName)?.imports ?? []) {
      reached.add(next);
    }
  }
  const bytes = deployed
    .filter(({ fileName }) => reached.has(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return { scripts: reached.size, bytes };
}

test.each([
  { page: 'the landing page', modules: ['site/main.tsx'], bytes: 92_500, scripts: 4 },
  { page: 'the sign-in', modules: modulesOf('sign-in'), bytes: 170_000, scripts: 7 },
  { page: 'the search page', modules: modulesOf('search'), bytes: 209_000, scripts: 8 },
  {
    page: 'the page of a patent',
    modules: ['layouts/mixed-layout.tsx', ...modulesOf('patent')],
    bytes: 207_500,
    scripts: 10,
  },
])('$page loads at most $bytes bytes in $scripts scripts', ({ modules, bytes, scripts }) => {
  const found = loaded(modules);
  expect(found.bytes).toBeLessThan(bytes);
  expect(found.scripts).toBeLessThanOrEqual(scripts);
});

/** Modules with which a page of the app begins, in the layout that people see who are signed in. */
function modulesOf(route: string): string[] {
  const isAuth = ['sign-in', 'sign-up', 'reset-password'].includes(route);
  const layout = isAuth ? 'auth-layout' : 'dashboard-layout';
  const own = route.startsWith('admin-') ? ['routes/admin.tsx'] : [];
  return ['app/main.tsx', `layouts/${layout}.tsx`, ...own, `app/routes/${route}.tsx`];
}

test('a family of fonts has the same weights for all characters', () => {
  // Browsers choose a face by its weights first: in another one they would not look for characters.
  const css = readFileSync(new URL('../../web/ui/theme/fonts.css', import.meta.url), 'utf8');
  const faces = css.split('@font-face').filter((face) => face.includes('unicode-range'));
  const named = faces.map((face) => /font-family: "(.+?)";.*font-weight: (.+?);/s.exec(face)!);
  const kinds = Map.groupBy(named, ([, family, weights]) => `${family} ${weights}`);
  expect(Array.from(kinds, ([kind, found]) => [kind, found.length])).toEqual([
    ['Inter Variable 100 900', 3],
    ['Source Serif 4 200 480', 3],
    ['Source Serif 4 481 900', 3],
  ]);
});

/** Figures of the table are at most so much too high: what grows or shrinks by more is noticed. */
const slackBytes = 20_000;

test('docs/page-sizes.md says how much script each page loads', () => {
  const read = (path: string) => new URL(`../../${path}`, import.meta.url);
  const table = readFileSync(read('docs/page-sizes.md'), 'utf8');
  const told = new Map(
    Array.from(table.matchAll(/^\| `(\S+)` \| (\d+) \|$/gm), ([, route, kb]) => [
      route!,
      Number(kb) * 1000,
    ]),
  );
  const routes = readdirSync(read('web/app/routes'))
    .filter((file) => file.endsWith('.tsx') && file !== 'admin.tsx')
    .map((file) => file.slice(0, -'.tsx'.length));
  const wrong = routes.flatMap((route) => {
    const { bytes } = loaded(modulesOf(route));
    const most = told.get(route) ?? 0;
    const holds = bytes <= most && bytes > most - slackBytes;
    return holds ? [] : `| \`${route}\` | ${Math.ceil((bytes + 7000) / 5000) * 5} |`;
  });
  // The lines that belong into the table.
  expect(wrong).toEqual([]);
  expect([...told.keys()].filter((route) => !routes.includes(route))).toEqual([]);
});
