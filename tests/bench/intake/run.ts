/** Processor time of a plan, and the throughput of detecting and normalising encodings. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import * as engine from '#engine';
import { encode } from '#engine/csv/corpus/encode.ts';
import { fileSource } from '../search/file-source.ts';

const megabyte = 1_000_000;
const runs = 5;

/** Rows whose texts differ: quoted cells with line breaks, an id, a date, a number and a list. */
function* rowsOf(sizeBytes: number, text: string): Generator<string> {
  yield 'id,title,published,price,tags,text\n';
  let left = sizeBytes;
  for (let number = 0; left > 0; number++) {
    const day = `${2000 + (number % 25)}-0${1 + (number % 9)}-1${number % 10}`;
    const row = `${number},title ${number % 977},${day},${number % 83}.5,a;b;c${number % 7},"${text.repeat(10)}\n""${number}"""\n`;
    left -= row.length;
    yield row;
  }
}

const columns: engine.ColumnSpec[] = [
  { name: 'id', role: 'metadata' },
  { name: 'title', role: 'metadata' },
  { name: 'published', role: 'metadata' },
  { name: 'price', role: 'metadata' },
  { name: 'tags', role: 'metadata' },
  { name: 'text', role: 'index' },
];

/** Processor time of all threads in milliseconds, the lowest of several runs. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const utf8Text = 'Größere Straßen, façades et élèves – “quoted” words of a text. ';

/** Texts that their encodings can write. */
const texts: Partial<Record<engine.Encoding, string>> = {
  'utf-16le': utf8Text,
  'windows-1252': utf8Text,
  'windows-1251': 'Большие улицы и длинные предложения о погоде и о людях. ',
  shift_jis: '大きな道と長い文章についてのお話です。天気が良いので散歩をしました。',
  gb18030: '关于大街和长句子的故事，天气很好，所以我们去散步了。',
};

async function normalizing(encoding: engine.Encoding, text: string, sizeBytes: number) {
  const rows = encode([...rowsOf(megabyte, text)].join(''), encoding);
  const source = engine.memorySource(Buffer.alloc(sizeBytes, rows));
  const found = await engine.detectEncoding(source);
  const ms = await processorMs(async () => {
    for await (const _ of engine.toUtf8(source, await engine.detectEncoding(source)));
  });
  return { found, mbPerSecond: source.sizeBytes / megabyte / (ms / 1000) };
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { json: { type: 'boolean' }, megabytes: { type: 'string', default: '1000' } },
  });
  const sizeBytes = Number(values.megabytes) * megabyte;
  const rows: { figure: string; value: string; goal: string }[] = [];
  const add = (figure: string, value: string, goal: string) => {
    rows.push({ figure, value, goal });
    if (!values.json) console.log(`${figure.padEnd(44)}${value.padEnd(20)}${goal}`.trimEnd());
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-intake-'));
  try {
    const file = path.join(folder, 'rows.csv');
    await pipeline(() => rowsOf(sizeBytes, utf8Text), createWriteStream(file));
    const source = await fileSource(file);
    const plain = await processorMs(async () => {
      for (let at = 0; at < source.sizeBytes; at += 8 << 20) await source.read(at, 8 << 20);
    });
    add(`reading ${values.megabytes} MB`, `${plain.toFixed(0)} ms`, '');
    // UTF-8 is checked by the plan, which reads the file anyway.
    const planning = await processorMs(async () => {
      await engine.detectEncoding(source);
      await engine.plan(source, columns);
    });
    const pace = sizeBytes / megabyte / (planning / 1000);
    add(
      `utf-8, detected and planned: ${planning.toFixed(0)} ms`,
      `${pace.toFixed(0)} MB/s`,
      '≥ 150 MB/s',
    );
    for (const [encoding, text] of Object.entries(texts)) {
      const { found, mbPerSecond } = await normalizing(
        encoding as engine.Encoding,
        text,
        sizeBytes / 10,
      );
      add(`${encoding}, detected as ${found}`, `${mbPerSecond.toFixed(0)} MB/s`, '≥ 60 MB/s');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
}
