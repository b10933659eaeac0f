import { pythonTypes } from './python.ts';
import { typeScriptTypes } from './typescript.ts';

/** The generated files of the clients, by their paths in the repository. */
export const sdkTypes = (): Record<string, string> => ({
  'packages/sdk-js/generated.ts': typeScriptTypes(),
  'packages/sdk-python/src/antecede/types.py': pythonTypes(),
});
