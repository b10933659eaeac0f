/** Posts a file like a browser does, in a separate process: `post-file.ts FILE POLICY`. */
import { openAsBlob } from 'node:fs';

const [file = '', policy = '{}'] = process.argv.slice(2);
const { url, fields } = JSON.parse(policy) as { url: string; fields: Record<string, string> };
const form = new FormData();
for (const [name, value] of Object.entries(fields)) form.append(name, value);
form.append('file', await openAsBlob(file, { type: 'text/csv' }), 'bench.csv');
const answer = await fetch(url, { method: 'POST', body: form });
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
