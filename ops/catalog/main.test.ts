import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { paperJson, proseOf } from './test-files/made-up.ts';
import { startCatalog } from './test-files/start-catalog.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-catalog-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string) => path.join(folder, name);

const start = (...args: string[]) =>
  startCatalog(args, { LOCAL_DATA_DIR: file('no-installation') });

const run = (...args: string[]) => start(...args).exit;

function writePapers(count: number): string {
  const lines = Array.from({ length: count }, (_, i) =>
    paperJson({ id: `3101.${i}`, abstract: proseOf(i, 200) }),
  );
  writeFileSync(file('papers.json'), lines.join(''));
  return file('papers.json');
}

const load = (...options: string[]) => [
  'load',
  'arxiv',
  '--from',
  file('papers.json'),
  '--out',
  file('out'),
  ...options,
];

describe('the command', () => {
  it('prints its usage', async () => {
    const { code, printed } = await run('--help');
    expect(code).toBe(0);
    for (const option of [
      '--from',
      '--env',
      '--out',
      '--limit',
      '--part-size',
      '--texts',
      '--restart',
    ]) {
      expect(printed).toContain(option);
    }
  });

  it.each([
    ['no command', ['dance'], /no command dance: use load or build/],
    ['another catalogue', ['load', 'recipes'], /no catalogue recipes: use us_patents/],
    ['no files', ['load', 'arxiv', '--out', 'x'], /--from FILE/],
    ['no destination', ['load', 'arxiv', '--from', 'x'], /--env NAME or --out FOLDER/],
    ['another environment', ['build', 'arxiv', '--env', 'moon'], /no environment moon: use local/],
    ['a build nowhere', ['build', 'arxiv'], /--env NAME/],
    [
      'a limit of none',
      ['load', 'arxiv', '--from', 'x', '--out', 'y', '--limit', '0'],
      /--limit 0/,
    ],
    [
      'parts that S3 refuses',
      ['load', 'arxiv', '--from', 'x', '--env', 'dev', '--part-size', '4'],
      /from 5 to 5120/,
    ],
    [
      'texts of no patent',
      ['load', 'us_patents', '--from', 'x', '--out', 'y', '--texts', 'poem'],
      /--texts poem/,
    ],
    ['an unknown option', ['load', 'arxiv', '--fast'], /--fast/],
  ])('refuses %s', (_, args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });

  it('takes the files that the shell expands a pattern to', () => {
    expect(
      readArguments(['load', 'us_patents', '--from', 'a.zip', 'b.zip', '--env', 'dev']),
    ).toMatchObject({ from: ['a.zip', 'b.zip'], environment: 'dev', folder: '.catalog/dev' });
  });

  it('has different exit codes for wrong usage and for failure', async () => {
    expect(await run('load', 'arxiv', '--from', file('none'), '--out', folder)).toMatchObject({
      code: 2,
      printed: expect.stringMatching(/none cannot be read \(ENOENT\)[\s\S]*--help/),
    });
    writePapers(1);
    writeFileSync(file('papers.json'), '{"id": "cut');
    expect(await run(...load())).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/papers.json ends in the middle of the record at byte 0/),
    });
    expect(await run('build', 'arxiv', '--env', 'local')).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/no local installation.*npm start/),
    });
  });
});

describe('a load', () => {
  it('leaves dataset and rejects in the folder, and starts over when it is repeated', async () => {
    writePapers(3);
    for (let time = 0; time < 2; time++) {
      const { code, printed } = await run(...load());
      expect({ code, printed }).toMatchObject({
        code: 0,
        printed: expect.stringMatching(/rows: 3/),
      });
      expect(readdirSync(file('out')).sort()).toEqual([
        'arxiv.csv',
        'arxiv.lock',
        'arxiv.rejects.csv',
      ]);
    }
  });

  it('that is killed at any moment resumes and gives the same file', async () => {
    writePapers(9000);
    const whole = file('whole');
    await run('load', 'arxiv', '--from', file('papers.json'), '--out', whole, '--part-size', '1');
    const parts = () => {
      const checkpoint = file('out/arxiv.checkpoint.json');
      return existsSync(checkpoint) ? JSON.parse(readFileSync(checkpoint, 'utf8')).parts : 0;
    };
    let reached = 0;
    for (const wanted of [1, 3, 5]) {
      const { child, exit } = start(...load('--part-size', '1'));
      while (parts() < wanted && child.exitCode === null) await sleep(2);
      child.kill('SIGKILL');
      await exit;
      expect(existsSync(file('out/arxiv.csv'))).toBe(false);
      expect(parts()).toBeGreaterThanOrEqual(Math.max(wanted, reached));
      reached = parts();
    }
    const { code, printed } = await run(...load('--part-size', '1'));
    expect({ code, printed }).toMatchObject({ code: 0 });
    expect(printed).toMatch(/Resuming after [\d,]+ rows/);
    expect(readFileSync(file('out/arxiv.csv')).equals(readFileSync(`${whole}/arxiv.csv`))).toBe(
      true,
    );
  });

  it('resumes only with the same files and options', async () => {
    const papers = writePapers(2000);
    const { child, exit } = start(...load('--part-size', '1'));
    while (!existsSync(file('out/arxiv.checkpoint.json')) && child.exitCode === null)
      await sleep(2);
    child.kill('SIGKILL');
    await exit;
    const other = await run(...load('--part-size', '2'));
    expect(other).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/other files or options/),
    });
    utimesSync(papers, new Date(), new Date(1e12));
    const changed = await run(...load('--part-size', '1'));
    expect(changed).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/papers.json has changed/),
    });
    const restarted = await run(...load('--part-size', '2', '--restart'));
    expect(restarted).toMatchObject({ code: 0, printed: expect.stringMatching(/rows: 2,000/) });
  });

  it('locks its folder against other loads', async () => {
    writePapers(20_000);
    const { child, exit } = start(...load());
    while (!existsSync(file('out/arxiv.checkpoint.json')) && child.exitCode === null)
      await sleep(2);
    child.kill('SIGSTOP');
    const second = await run(...load());
    expect(second).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/Another load is running/),
    });
    child.kill('SIGKILL');
    await exit;
  });
});
