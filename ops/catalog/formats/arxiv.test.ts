import { expect, it } from 'vitest';
import { paperJson } from '../test-files/made-up.ts';
import { arxiv } from './arxiv.ts';
import { patentTexts } from './format.ts';

const read = (record: string) =>
  arxiv.formatOf(Buffer.from('{'), { patentTexts })!.read(Buffer.from(record));

it('gives the columns of the catalogue, each on one line', () => {
  expect(read(paperJson())).toEqual({
    row: [
      '3101.00001',
      'On the sound of wet glass',
      'We rub glasses with wet fingers.',
      'Ada Plum, Bo Fig',
      '2031-02-10',
      'physics.pop-ph; cs.SD',
      '10.9999/made.up.1',
      '2031-01-07',
      '2031-02-07',
      'https://arxiv.org/abs/3101.00001',
    ],
  });
});

it('takes the date of the last version when there is no other', () => {
  const outcome = read(paperJson({ update_date: null }));
  expect(outcome).toHaveProperty('row.4', '2031-02-07');
});

it.each([
  ["Bal\\'azs Cs\\'{a}k\\'any", 'Balázs Csákány'],
  ['J\\"urgen M\\"{u}ller', 'Jürgen Müller'],
  ["Andr\\'{\\i} \\v{C}ech", 'Andrí Čech'],
  ['S{\\o}ren {\\L}uk', 'Søren Łuk'],
  ['Fran\\c{c}ois \\O stby', 'François Østby'],
])('writes the name %s as %s', (authors, written) => {
  expect(read(paperJson({ authors }))).toHaveProperty('row.3', written);
});

it.each([
  ['is not JSON', '{"id": "3101', /not a JSON object/],
  ['is not an object', '[1]\n', /not a JSON object/],
  ['has no id', paperJson({ id: null }), /no id/],
  ['has no title', paperJson({ title: ' \n' }), /3101.00001 has no title/],
  ['has no abstract', paperJson({ abstract: undefined }), /has no abstract/],
])('rejects a line that %s', (_, record, reason) => {
  expect(read(record)).toEqual({ reason: expect.stringMatching(reason) });
});
