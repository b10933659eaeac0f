/** Writes the types of the clients for TypeScript and Python from the API document: `npm run sdk:types`. */
import { writeFileSync } from 'node:fs';
import { sdkTypes } from './sdk-types/files.ts';

for (const [file, text] of Object.entries(sdkTypes())) writeFileSync(file, text);
