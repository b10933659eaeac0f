/** Builds the web app into the folder given as argument. */
import { build } from 'vite';

await build({
  configFile: 'web/vite.config.ts',
  logLevel: 'warn',
  // With the forms for the local Stripe, which no deployed build has.
  mode: 'one-machine',
  build: { outDir: process.argv[2]!, emptyOutDir: true },
});
