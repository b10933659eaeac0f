import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocsPage } from '#shared/docs/blocks.ts';
import { keyPlaceholder } from '#shared/docs/code-examples.ts';
import {
  animalsWithVectors,
  createIndex,
  firstKey,
  upload,
  waitForBuild,
} from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, origin } from './support/people.ts';

const run = promisify(execFile);

let admin: Member;
let own: string;
/** A key of it that may change its rows. */
let changing: string;
let folder: string;
beforeAll(async () => {
  admin = await newAdmin();
  const roles = {
    id: 'metadata',
    title: 'metadata',
    text: 'index',
    embedding: 'metadata',
  } as const;
  const samples = JSON.stringify([
    ['id', 'w1'],
    ['title', 'Blue whale'],
    ['text', 'The blue whale is a marine mammal'],
  ]);
  const file = await upload(admin, 'animals.csv', animalsWithVectors);
  own = (await createIndex(admin, 'Animals', file, roles, samples)).item_id;
  await waitForBuild(admin, own);
  const key = { org_id: admin.orgId, index: own, changes_rows: true };
  changing = (await admin.call('create-index-key', { body: key })).api_key;
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-docs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What each program prints. One process runs them in turn: to start Node takes longer than any of them. */
async function outputsOf(files: string[]): Promise<string[]> {
  const end = '--- end of a program ---';
  const code = `for (const file of process.argv.slice(1)) { await import(file); console.log('${end}'); }`;
  const options = ['--no-warnings', '--input-type=module', '--eval', code];
  const { stdout } = await run(process.execPath, [...options, ...files]);
  const outputs = stdout.split(`${end}\n`);
  expect(outputs).toHaveLength(files.length + 1);
  return outputs.slice(0, -1);
}

const docsOf = (index_name: string): Promise<DocsPage> =>
  admin.call('get-index-docs', { params: { index_name } });

/** The examples of a page in one language, with a key of the index in place of the placeholder. */
async function examplesOf(indexId: string, language: 'curl' | 'TypeScript') {
  const key = indexId === own ? changing : await firstKey(admin, indexId);
  const blocks = (await docsOf(indexId)).sections.flatMap((section) => section.blocks);
  return blocks
    .flatMap((block) => (block.kind === 'examples' ? block.examples : []))
    .filter((example) => example.language === language)
    .map(({ code }) => code.replaceAll(keyPlaceholder, key));
}

describe.each(['us_patents', 'wikipedia', 'arxiv', 'own'])('the examples of %s run', (name) => {
  const indexId = () => (name === 'own' ? own : name);

  test('as commands', async () => {
    const commands = await examplesOf(indexId(), 'curl');
    const parsed = [];
    // In order: one changes cells of the row that another has added.
    for (const command of commands) {
      parsed.push(JSON.parse((await run('sh', ['-c', command])).stdout));
    }
    const byVector = name === 'own' ? parsed.splice(2, 1) : [];
    for (const answer of byVector) expect(answer.foundItems).toHaveLength(2);
    const [plain, narrowed, query, list, weighed, vectors, dictionary, ...more] = parsed;
    const [several, together, similar, exported, ...others] = more;
    const [click, assistant] = others.slice(-2);
    const changes = others.slice(0, -2);
    expect(plain.foundItems.length).toBeGreaterThan(0);
    expect(narrowed.foundItems[0]).toHaveProperty('explanation.passage');
    expect(query).toHaveProperty('foundItems');
    expect(query).not.toHaveProperty('queryProblem');
    expect(list.foundItems).toHaveLength(Math.min(2, list.totalFoundItems));
    expect(weighed.totalFoundItems).toBeLessThanOrEqual(plain.totalFoundItems);
    expect(vectors.vector.length).toBeGreaterThan(0);
    expect(dictionary.terms).toBeInstanceOf(Array);
    expect(several.answers[0].foundItems).toEqual(plain.foundItems);
    expect(several.answers[1]).toHaveProperty('next');
    const merged = together.foundItems.map(({ item }: { item: object }) => item);
    expect(merged).toEqual(plain.foundItems);
    expect(similar.foundItems.length).toBeGreaterThan(0);
    expect(exported).toMatchObject({ index_id: indexId(), status: 'writing' });
    expect(click).toEqual({ recorded: true });
    expect(assistant.result.structuredContent.hits.length).toBeGreaterThan(0);
    expect(changes).toHaveLength(name === 'own' ? 3 : 0);
    for (const change of changes) expect(change).toHaveProperty('version');
  });

  test('as programs', async () => {
    const programs = await examplesOf(indexId(), 'TypeScript');
    expect(programs).toHaveLength(name === 'own' ? 17 : 13);
    const files = programs.map((_, position) => path.join(folder, `${name}-${position}.ts`));
    await Promise.all(files.map((file, position) => writeFile(file, programs[position]!)));
    for (const printed of await outputsOf(files)) expect(printed).not.toBe('');
  });
});

test('the example of an answer has the fields that a real answer has', async () => {
  const page = await docsOf('arxiv');
  const blocks = page.sections.flatMap((section) => section.blocks);
  const shown = blocks.find(
    (block) => block.kind === 'code' && block.label === 'Answer to a search',
  );
  const real = await admin.call('query-index', {
    params: { index_id: 'arxiv' },
    body: { request: { conceptFeaturesString: 'galaxies', maxNumItems: 1 } },
    apiKey: await firstKey(admin, 'arxiv'),
  });
  const example = JSON.parse((shown as { code: string }).code);
  expect(Object.keys(example)).toEqual(Object.keys(real));
  expect(Object.keys(example.foundItems[0]).toSorted()).toEqual(
    Object.keys(real.foundItems[0]!).toSorted(),
  );
});

test('an own index is found by its name too', async () => {
  expect((await docsOf('ANIMALS')).index_id).toBe(own);
});

test('an index of others has no documentation', async () => {
  const other = await newAdmin();
  const call = other.call('get-index-docs', { params: { index_name: own } });
  await expectFailure(call, 'IndexNotFound');
  const byName = other.call('get-index-docs', { params: { index_name: 'Animals' } });
  await expectFailure(byName, 'IndexNotFound');
  for (const index_name of [own, 'Animals']) {
    const visiting = anonymous()('get-index-docs', { params: { index_name } });
    await expectFailure(visiting, 'IndexNotFound');
  }
  const document = other.call('get-index-openapi', { params: { index_id: own } });
  await expectFailure(document, 'IndexNotFound');
});

describe('for machines', () => {
  const read = async (address: string) => {
    const answer = await fetch(origin() + address);
    const type = answer.headers.get('content-type');
    return { status: answer.status, type, text: await answer.text() };
  };

  test('the Markdown of a catalogue is public and says what its page says', async () => {
    const { status, type, text } = await read('/docs/us_patents.md');
    expect({ status, type }).toEqual({ status: 200, type: 'text/markdown; charset=utf-8' });
    const { title, sections } = await docsOf('us_patents');
    expect(text).toContain(`# ${title}\n`);
    for (const section of sections) expect(text).toContain(`\n## ${section.title}\n`);
    expect(text).toContain(`${origin()}/api/v1/indexes/us_patents/query`);
  });

  test('the Markdown of an own index is not', async () => {
    for (const file of [`${own}.md`, 'nothing.md', '.md']) {
      expect(await read(`/docs/${file}`), file).toMatchObject({ status: 404 });
    }
    expect((await read('/docs/us_patents')).type).toContain('text/html');
  });

  test('llms.txt leads to documents that exist', async () => {
    const { type, text } = await read('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link!);
    expect(links).toHaveLength(8);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });
});
