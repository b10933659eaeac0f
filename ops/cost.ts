/** `npm run cost`: prints what an environment costs; with `--write`, writes docs/cost.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { synthesize } from '#tests/infra/synthesize.ts';
import { costPage } from './cost/page.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const page = costPage(synthesize('prod', { firewall: undefined }), synthesize('prod'));
if (values.write) writeFileSync(join(import.meta.dirname, '../docs/cost.md'), page);
else console.log(page);
