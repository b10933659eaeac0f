import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { bundleTools } from '../packages/cli/bundle.ts';
import { packPackage, packTools } from '../packages/cli/pack.ts';
import { clientFiles } from '../packages/sdk-js/bundle.ts';
import { packWheel } from '../packages/sdk-python/wheel.ts';
import { bundleWidget } from '../packages/widget/bundle.ts';
import { groupChunks } from './group-chunks.ts';
import { inlineRoutes } from './inline-routes.ts';
import { inlineColorScheme } from './inline-scripts.ts';
import { prerender } from './prerender.ts';
import { subsetFonts } from './subset-fonts.ts';

const web = import.meta.dirname;
const fromSwaggerUi = createRequire(import.meta.resolve('swagger-ui-react'));

/**
 * Adds to the build what others install from it: the programs for the command line as a package for npm, and the upload tool
 * as one file; the clients for TypeScript and Python as packages; the search for other pages as a script.
 */
const offerPackages = (): Plugin => ({
  name: 'antecede:offer-packages',
  apply: 'build',
  async generateBundle() {
    const asset = (fileName: string, source: string | Uint8Array) =>
      this.emitFile({ type: 'asset', fileName, source });
    const tools = await bundleTools();
    asset('antecede-upload.mjs', tools['antecede-upload']);
    asset('antecede-upload.tgz', await packTools(tools));
    const client = new URL('../packages/sdk-js/', import.meta.url);
    asset('antecede-client.tgz', await packPackage(client, await clientFiles()));
    const wheel = await packWheel();
    asset(wheel.name, wheel.bytes);
    asset('antecede-search.js', await bundleWidget());
  },
});

/** React Router gives its build with warnings for developers to all who do not ask for the other by its path. */
const inProduction = (name: string) =>
  fileURLToPath(import.meta.resolve(name)).replace('/development/', '/production/');

const reading: UserConfig = {
  root: web,
  plugins: [inlineRoutes(), react()],
};

export default defineConfig({
  ...reading,
  plugins: [
    inlineRoutes(),
    react(),
    groupChunks(),
    offerPackages(),
    inlineColorScheme(),
    prerender(reading),
  ],
  resolve: {
    // Packages below Swagger UI import Node's `buffer`. The place of its polyfill changes with every install.
    alias: [
      { find: /^buffer$/, replacement: fromSwaggerUi.resolve('buffer/') },
      { find: /^react-router$/, replacement: inProduction('react-router') },
      { find: /^react-router\/dom$/, replacement: inProduction('react-router/dom') },
    ],
  },
  css: { postcss: { plugins: [subsetFonts()] } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    rollupOptions: {
      input: [`${web}/site.html`, `${web}/app.html`],
    },
    // The browsers that lack it load the same scripts a little later.
    modulePreload: { polyfill: false },
    // Fonts and scripts inlined as data: URLs would be refused by the content security policy.
    assetsInlineLimit: 0,
    // Everything here is public.
    sourcemap: false,
    reportCompressedSize: false,
  },
});
