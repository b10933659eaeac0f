/** Builds the web app into the folder given as argument. */
import { build } from 'vite';

await build({
  configFile: 'web/vite.config.ts',
  logLevel: 'warn',
  build: { outDir: process.argv[2]!, emptyOutDir: true },
});
