/** Writes `docs/data.md` from the schemas of the tables. */
import { writeFile } from 'node:fs/promises';
import { describeTables } from '#tables/describe-tables.ts';

await writeFile(new URL('../../docs/data.md', import.meta.url), describeTables());
