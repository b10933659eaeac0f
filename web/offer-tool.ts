import type { Plugin } from 'vite';
import { bundleTool } from '../cli/bundle.ts';

/** Adds the upload tool to the build as one file, for people who do not install it from the registry. */
export function offerTool(): Plugin {
  return {
    name: 'antecede:offer-tool',
    apply: 'build',
    async generateBundle() {
      const source = await bundleTool();
      this.emitFile({ type: 'asset', fileName: 'antecede-upload.mjs', source });
    },
  };
}
