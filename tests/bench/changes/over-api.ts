import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { TextSource } from '../search/corpus/documents.ts';

/** Batches are sent one after the other, as a client does that waits for each. */
const BATCHES = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];
const WORDS_OF_A_TEXT = 80;

/** Measures how many rows a second one client changes in an installation, and until a search finds the last of each batch. */
export async function runOverApi(rows: number): Promise<void> {
  const installation = await openInstallation();
  try {
    await measure(installation, rows);
  } finally {
    await installation.close();
  }
}

async function measure(installation: Installation, rows: number): Promise<void> {
  const texts = new TextSource(SEED, WORDS_OF_A_TEXT);
  const { call, orgId, stack } = installation;
  const rowOf = (row: number, id: number) => {
    const { title, text } = texts.document(row);
    return { id: `DOC-${id}`, title, text };
  };
  const lines = ['id,title,text'];
  for (let row = 0; row < rows; row++) {
    const { id, title, text } = rowOf(row, row);
    lines.push([id, title, text].join(','));
  }
  const key = await upload(installation, 'rows.csv', lines.join('\n'));
  const { item_id: index } = await createIndex(installation, 'rows', key);
  await waitForBuild(installation, index);
  const body = { org_id: orgId, index, changes_rows: true };
  const { api_key: apiKey } = await call('create-index-key', { body });
  const send = async (method: string, path: string, content: object) => {
    const answer = await fetch(`${stack.origin}/api/v1/indexes/${index}/${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  let next = 0;
  let [changeMs, foundMs, most] = [0, 0, 0];
  for (const size of BATCHES) {
    // Half of the rows are new, the others replace some.
    const batch = Array.from({ length: size }, (_, i) => {
      const id = i % 2 === 0 ? rows + next : (next * 7) % rows;
      next++;
      return rowOf(rows + next, id);
    });
    const last = batch.at(-1)!;
    last.text += ` batch${next}mark`;
    const startedAt = performance.now();
    await send('PUT', 'rows?key=id', { rows: batch });
    const changedAt = performance.now();
    const found = await send('POST', 'query', {
      request: { conceptFeaturesString: `batch${next}mark`, maxNumItems: 1 },
    });
    const foundAt = performance.now();
    if (found.foundItems[0]?.id !== last.id) throw new Error(`${last.id} is not found.`);
    changeMs += changedAt - startedAt;
    foundMs += foundAt - changedAt;
    most = Math.max(most, foundAt - startedAt);
  }
  console.log(
    `${next} rows in ${BATCHES.length} batches: ${(next / (changeMs / 1000)).toFixed(0)} rows a second; the search after each took ${(foundMs / BATCHES.length).toFixed(0)} ms; from sending a batch until it was found ${most.toFixed(0)} ms at most`,
  );
}
