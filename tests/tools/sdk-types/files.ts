import { typeScriptTypes } from './typescript.ts';

/** The generated files of the clients, by their paths in the repository. */
export const sdkTypes = (): Record<string, string> => ({
  'packages/sdk-js/generated.ts': typeScriptTypes(),
});
