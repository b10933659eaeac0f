import { beforeAll, expect, it } from 'vitest';
import { CorruptFileError } from './errors.ts';
import { FORMAT_VERSION, openContainer, writeContainer } from './file/container.ts';
import { ManifestError, parseManifest, serializeManifest } from './manifest.ts';
import { openIndex } from './opening/open.ts';
import { seededRandom } from './random.ts';
import { memorySource } from './source.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from './test-corpus.ts';

const CSV = [
  'id,title,text,date,size,code',
  '1,Solar panels,"Photovoltaic panels turn sunlight into electricity.",2019-03-01,3,H02S',
  '2,Wind turbines,"Offshore turbines turn wind into electricity.",2020-05-02,8,F03D; H02K',
  '3,Sourdough,"Flour, water and salt ferment before the oven is hot.",2021-07-03,1,A21D',
  '4,Cheese,"Milk is curdled and ripens in a cool cellar.",2020-11-30,2,A23C',
].join('\n');
const REQUEST = {
  text: 'electricty from wind and sunlight',
  limit: 4,
  explain: true,
  filters: [
    { column: 'date', operator: '>' as const, value: '2018' },
    { column: 'size', operator: '<' as const, value: '9' },
    { column: 'code', operator: '>' as const, value: 'a' },
  ],
};

let built: BuiltIndex;
let files: Map<string, Uint8Array>;
beforeAll(async () => {
  built = await buildFromCsv(CSV, { text: 'index' }, 200);
  files = new Map(built.files);
  files.set('manifest', new TextEncoder().encode(serializeManifest(built.manifest)));
});

/** Answers to all kinds of requests, from the files of an index. */
async function answers(from: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const manifest = parseManifest(new TextDecoder().decode(from.get('manifest')));
  const index = await openIndex(manifest, openFrom(from));
  const found = await index.search(REQUEST);
  return JSON.stringify([found, await index.vector('wind'), await index.dictionary('wind', 5)]);
}

const isRefusal = (error: unknown) =>
  error instanceof CorruptFileError || error instanceof ManifestError;

it('detects ten thousand changed bytes or is not harmed by them', async () => {
  const right = await answers(files);
  const random = seededRandom(5);
  const names = [...files.keys()];
  expect(names).toEqual(['model', 'segment-0', 'segment-1', 'manifest']);
  const outcomes: Record<string, number> = {};
  for (let flip = 0; flip < 10_000; flip++) {
    const name = names[flip % names.length]!;
    const bytes = files.get(name)!;
    const at = Math.floor(random() * bytes.length);
    const change = 1 + Math.floor(random() * 255);
    bytes[at]! ^= change;
    const outcome = await answers(files).then(
      (answer) => (answer === right ? 'harmless' : `${name}, byte ${at} ^ ${change}: wrong answer`),
      (error: unknown) =>
        isRefusal(error) ? 'detected' : `${name}, byte ${at} ^ ${change}: ${String(error)}`,
    );
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    bytes[at]! ^= change;
  }
  expect(Object.keys(outcomes).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'detected',
    'harmless',
  ]);
  // Only changes of padding and of white space in the manifest may stay undetected.
  expect(outcomes.detected).toBeGreaterThan(9_000);
  expect(await answers(files)).toBe(right);
});

it('refuses files that are truncated or too long, and names them', async () => {
  for (const [name, bytes] of built.files) {
    for (let part = 0; part < 40; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 40));
      const refusal = await openIndex(
        built.manifest,
        openFrom(new Map(files).set(name, cut)),
      ).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(CorruptFileError);
      expect(refusal).toMatchObject({ file: name });
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    await expect(
      openIndex(built.manifest, openFrom(new Map(files).set(name, longer))),
    ).rejects.toThrow(/not the file of this index version/);
  }
});

it('says what is wrong with files that are not an index', async () => {
  const name = built.manifest.segments[0]!.fileName;
  const open = (bytes: Uint8Array) =>
    openIndex(built.manifest, openFrom(new Map(files).set(name, bytes)));
  const whole = files.get(name)!;
  await expect(open(whole.subarray(0, whole.length * 0.9))).rejects.toThrow(/ends too early/);
  await expect(open(files.get('model')!)).rejects.toThrow(/not a segment file/);
  await expect(open(files.get('segment-1')!)).rejects.toThrow(/not the file of this index/);
  await expect(open(new Uint8Array(3))).rejects.toThrow(/too short/);
  await expect(open(new TextEncoder().encode(CSV))).rejects.toThrow(/not a segment file/);
});

it.each([
  ['', /not JSON/],
  ['null', /not an object/],
  ['[]', /format version undefined/],
  [CSV, /not JSON/],
])('says what is wrong with the manifest %j', (text, reason) => {
  expect(() => parseManifest(text)).toThrow(ManifestError);
  expect(() => parseManifest(text)).toThrow(reason);
});

it('refuses a manifest that somebody has edited', () => {
  const text = new TextDecoder().decode(files.get('manifest'));
  const edited = text.replace(/"mixedNdcg": \S+/, '"mixedNdcg": 0.25');
  expect(edited).not.toBe(text);
  expect(() => parseManifest(edited)).toThrow(/checksum/);
  expect(() => parseManifest(text.replace('"rejects": 0', '"rejects": -1'))).toThrow(
    /card\.rejects is not a whole number/,
  );
});

it('refuses files of a newer format version', async () => {
  const bytes = writeContainer('model', [{ name: 'facts', bytes: new Uint8Array(4) }]);
  bytes[4] = FORMAT_VERSION + 1;
  await expect(openContainer(memorySource(bytes), 'new.bin', 'model')).rejects.toThrow(
    new RegExp(`new\\.bin.*version ${FORMAT_VERSION + 1}; .*needs a newer release`),
  );
});
