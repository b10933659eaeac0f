import { expect, it, test } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import type { LikeTerms } from './like-terms.ts';
import { findPassages, metRanges, metWords, readDocument, wantedOf } from './match-element.ts';
import { headOf, phrasesOf, termsOf } from './match-words.ts';
import { passagesOf } from './passages.ts';

const patent = (...paragraphs: string[]): PatentDocument => ({
  ...emptyLists,
  ucid: 'US-99000001-A1',
  title: 'Hive',
  abstract: '',
  paragraphs: paragraphs.map((text, index) => ({ number: index + 1, text })),
  ipc: [],
});

/** Places of paragraphs, best first, with what they have of the element. */
const found = (element: string, paragraphs: string[], context = '') =>
  findPassages(
    readDocument(patent(...paragraphs)),
    wantedOf(element, context, () => 1),
    9,
  ).map(({ passage, match }) => ({ number: passage.number, match }));
const matchOf = (element: string, text: string) => found(element, [text])[0]?.match ?? 0;

test.each([
  ['a raised support for the frame', 'support'],
  ['applying a band-pass filter to the signal', 'filter'],
  ['wherein the first bandwidth region overlaps', 'overlap'],
  ['sending an object identifier corresponding to the object', 'identifi'],
  ['two spring-loaded balls symmetrically located about the core', 'ball'],
  ['instructions further causing the processor to stop', 'instruct'],
  ['a spring loaded opening in the plate', 'open'],
  ['a pump assembly below the tank', 'assembl'],
  ['a housing having two openings', 'hous'],
  ['means for lifting the pawl', 'pawl'],
  ['at least one of the following', 'follow'],
  ['a comb layer interposed between two walls', 'layer'],
  ['a heated comb of wax', 'comb'],
])('the head of “%s” is %s', (text, head) => {
  expect(headOf(text)).toBe(termsOf(head).at(-1));
});

it('has words in British and American spelling', () => {
  expect(termsOf('colour of aluminium fibres, sulphur ionised')).toEqual(
    termsOf('color of aluminum fibers, sulfur ionized'),
  );
});

it('matches phrases more than the same words apart', () => {
  expect(matchOf('an optical fiber', 'The optical fiber is bent.')).toBeGreaterThan(
    matchOf('an optical fiber', 'A fiber of polyester lies below the optical sensor.'),
  );
});

it.each([
  ['applying a band-pass filter (BPF) to the signal', ['applying', 'band pass filter', 'signal']],
  ['a comb layer interposed between two walls', ['comb layer', 'interposed', 'two walls']],
  ['a gate of wax, which carries the gate', ['gate', 'wax', 'carries']],
])('reads “%s” as phrases', (text, phrases) => {
  expect(phrasesOf(text)).toEqual(phrases.map(termsOf));
});

it('takes a word for one of a phrase where it stands near the head noun in its clause', () => {
  const element = 'a gate structure of the hive';
  const [together, apart, elsewhere] = [
    'The structure of the gate is wax.',
    'A structure of wax holds twelve old frames with honey and a gate.',
    'The gate is old; a structure holds it.',
  ].map((text) => matchOf(element, text));
  expect(together).toBeGreaterThan(apart!);
  expect(apart).toBe(elsewhere);
});

it('matches less where the head noun is missing', () => {
  const element = 'a pawl of hardened steel';
  expect(matchOf(element, 'The pawl is of brass.')).toBeGreaterThan(
    matchOf(element, 'The frame is of steel.'),
  );
});

it('matches little by a single word of several', () => {
  const element = 'a wax frame with a brood comb';
  const [two, one] = ['A frame of wood, and wax.', 'A frame of wood.'].map((text) =>
    matchOf(element, text),
  );
  expect(one! * 2).toBeLessThan(two!);
  expect(matchOf('a frame', 'A frame of wood.')).toBe(1);
});

it('matches less where an element that must be absent is there', () => {
  const element = 'a lamp without a battery';
  expect(matchOf(element, 'The lamp works without a battery.')).toBeGreaterThan(
    matchOf(element, 'The lamp has a battery.'),
  );
});

it('finds nothing by the words that claims are made of, or by single letters', () => {
  expect(
    found('wherein said first means comprises a plurality of n', ['The first means n.']),
  ).toEqual([]);
});

it('prefers the passage that also has words of the parent claim', () => {
  const paragraphs = ['The lid is round.', 'The lid of the honey jar is round.'];
  expect(found('wherein the lid is round', paragraphs, 'a honey jar')[0]?.number).toBe(2);
});

it('says which words met, in the element and in the passage', () => {
  const element = 'a queen excluder of zinc';
  const text = 'Below it lies the excluder, which is cut from zinc.';
  expect(metWords(element, text)).toEqual(['excluder', 'zinc']);
  const ranges = metRanges(
    text,
    wantedOf(element, '', () => 1),
  );
  expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['excluder', 'zinc']);
});

it('ends no sentence after an abbreviation', () => {
  const filler = 'The body of the lamp holds a mirror that turns about two axes. '.repeat(5);
  const sentence =
    'As FIGS. 7A and 7B show, the mask of U.S. Pat. No. 5,000,000 to J. Smith et al. is removed, e.g. by rinsing.';
  const texts = passagesOf(patent(`${filler}${sentence} ${filler}`)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes(sentence))).toHaveLength(1);
});

it('quotes every word of a long text in passages of bounded length', () => {
  const long = `${'a receptacle for honey, '.repeat(60_000)}${'x'.repeat(5000)}\u{1f41d}`;
  const passages = passagesOf(patent(long));
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(800);
  for (const { text, start, end } of passages) expect(text).toBe(long.slice(start, end));
  const quoted = passages.map(({ text }) => text).join('');
  expect(quoted.replaceAll(/\s/g, '')).toBe(long.replaceAll(/\s/g, ''));
  expect(
    findPassages(
      readDocument(patent(long)),
      wantedOf(long, long, () => 1),
      2,
    ),
  ).toHaveLength(2);
});

it('counts words that may stand for others by how likely they do, and shows them', () => {
  const likes = new Map([['glue', [['adhes', 0.4]]]]) as LikeTerms;
  const wanted = wantedOf('a layer of glue', '', () => 1, likes);
  const matches = ['A layer of glue.', 'A layer of adhesive.', 'A layer of wax.'].map(
    (text) => findPassages(readDocument(patent(text)), wanted, 1)[0]!.match,
  );
  expect(matches.toSorted((a, b) => b - a)).toEqual(matches);
  expect(new Set(matches).size).toBe(3);
  expect(metRanges('A layer of adhesive.', wanted)).toEqual([
    [2, 7],
    [11, 19],
  ]);
  expect(metWords('a layer of glue', 'A layer of adhesive.', likes)).toEqual(['layer', 'glue']);
});

it('has a number with a unit where a value is within', () => {
  const element = 'a wall of at least 5 mm';
  const [within, beside] = ['The wall is 0.7 cm thick.', 'The wall is 3 mm thick.'];
  expect(matchOf(element, within)).toBeGreaterThan(matchOf(element, beside));
  expect(metWords(element, within)).toEqual(['wall', 'at least 5 mm']);
  expect(metWords(element, beside)).toEqual(['wall']);
  expect(
    metRanges(
      within,
      wantedOf(element, '', () => 1),
    ),
  ).toEqual([
    [4, 8],
    [12, 18],
  ]);
  // An element of nothing else is sought by its signs.
  expect(matchOf('10 mm', 'A gap of 10 mm.')).toBeGreaterThan(0);
});
