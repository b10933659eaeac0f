import { expect, test } from 'vitest';
import { waitForMail } from './support/cognito.ts';
import { animals, createIndex, upload, waitForBuild } from './support/datasets.ts';
import { anonymous, newAdmin, origin } from './support/people.ts';

test('from sign-up to a search over an own dataset', async () => {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const created = await createIndex(admin, 'Animals', key);
  expect(created).toMatchObject({ status: 'Processing', name: 'Animals', builtin: false });

  const index = await waitForBuild(admin, created.item_id);
  expect(index).toMatchObject({
    status: 'Active',
    rows: 6,
    dataset_name: 'animals.csv',
    progress: { stage: 'done', percent: 100, rows: 6, rejects: 0 },
  });
  const mail = await waitForMail(origin(), admin.email, /Your index Animals is ready/);
  expect(mail.text).toContain(`${origin()}/indexes/${index.item_id}`);

  const { api_key } = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index: index.item_id },
  });
  const answer = await fetch(`${index.api_endpoint}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': api_key },
    body: JSON.stringify({
      request: { conceptFeaturesString: ' birds that hunt ', maxNumItems: 3 },
    }),
  });
  const found = await answer.json();
  expect(found.foundItems[0]).toMatchObject({ id: 'w3', title: 'Golden eagle' });
  expect(found.foundItems.length).toBeLessThanOrEqual(3);
  const scores = found.foundItems.map((item: { conceptScore: number }) => item.conceptScore);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect(scores.every((score: number) => score >= 0 && score <= 1)).toBe(true);
});

test('the demo account can query the sample catalogues', async () => {
  const demo = await (await fetch(`${origin()}/_local/demo`)).json();
  const queries = {
    us_patents: 'unmanned aircraft',
    wikipedia: 'snow reflects sunlight',
    arxiv: 'citation metrics',
  } as const;
  for (const [indexId, text] of Object.entries(queries)) {
    const found = await anonymous()('query-index', {
      params: { index_id: indexId },
      body: { request: { conceptFeaturesString: text } },
      apiKey: demo.api_keys[indexId],
    });
    expect(found.totalFoundItems, indexId).toBeGreaterThan(0);
    expect(found.foundItems[0], indexId).toHaveProperty('title');
    const { vector } = await anonymous()('get-query-vector', {
      params: { index_id: indexId },
      body: { request: { query: text } },
      apiKey: demo.api_keys[indexId],
    });
    expect(Math.hypot(...vector), indexId).toBeCloseTo(1, 3);
    const { terms } = await anonymous()('get-dictionary', {
      params: { index_id: indexId },
      body: { request: { query: text } },
      apiKey: demo.api_keys[indexId],
    });
    expect(terms.length, indexId).toBeGreaterThan(0);
  }
});

test('the dictionaries of the sample catalogues contain related words', async () => {
  const demo = await (await fetch(`${origin()}/_local/demo`)).json();
  const pairs = [
    ['us_patents', 'bacteria', 'gene'],
    ['us_patents', 'turbine', 'wind'],
    ['us_patents', 'aircraft', 'flight'],
    ['wikipedia', 'war', 'independence'],
    ['wikipedia', 'fungus', 'spores'],
    ['wikipedia', 'battery', 'electricity'],
    ['arxiv', 'galaxy', 'dust'],
    ['arxiv', 'star', 'mass'],
    ['arxiv', 'quantum', 'atoms'],
  ] as const;
  for (const [indexId, word, neighbour] of pairs) {
    const { terms } = await anonymous()('get-dictionary', {
      params: { index_id: indexId },
      body: { request: { query: word } },
      apiKey: demo.api_keys[indexId],
    });
    const nearest = terms.slice(0, 10).map(({ term }) => term);
    expect(nearest, `${word}: ${nearest}`).toContain(neighbour);
  }
});
