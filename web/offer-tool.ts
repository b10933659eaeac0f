import type { Plugin } from 'vite';
import { bundleTool } from '../cli/bundle.ts';

/** Puts the upload tool beside the app, for people who cannot or will not install it from the registry. */
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
