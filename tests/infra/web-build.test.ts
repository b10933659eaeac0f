import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** The code of the web app as it is built in a mode. */
async function codeOf(mode: 'production' | 'one-machine'): Promise<string> {
  const built = await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    mode,
    logLevel: 'error',
    build: { write: false, minify: false, sourcemap: false },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('\n');
}

test('the forms that take card numbers themselves are in the build for one machine only', async () => {
  expect(await codeOf('one-machine')).toContain('/_local/stripe/');
  const deployed = await codeOf('production');
  expect(deployed).not.toContain('/_local/stripe/');
  expect(deployed).not.toContain('cc-number');
});
