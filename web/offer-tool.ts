import type { Plugin } from 'vite';
import { bundleTool } from '../packages/cli/bundle.ts';
import { packTool } from '../packages/cli/pack.ts';

/** Adds the upload tool to the build: as a package for npm, and as one file. */
export function offerTool(): Plugin {
  return {
    name: 'antecede:offer-tool',
    apply: 'build',
    async generateBundle() {
      const asset = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source });
      asset('antecede-upload.mjs', await bundleTool());
      asset('antecede-upload.tgz', await packTool());
    },
  };
}
