import { expect, it } from 'vitest';
import { apsProse } from './aps-markup.ts';
import { apsTable } from './aps-table.ts';

const line = '_'.repeat(40);

/** Rows as text, headings first, cells between bars. */
function table(...lines: string[]) {
  const xml = apsTable(lines);
  const rows = [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    row.replace(/^<entry>|<\/entry>$/g, '').replaceAll('</entry><entry>', '|'),
  );
  return { head: (/<thead>.*<\/thead>/.exec(xml)?.[0].match(/<row>/g) ?? []).length, rows };
}

it('puts cells below their columns together, whatever line they stand on, and joins headings', () => {
  const { head, rows } = table(
    '           TABLE 1',
    line,
    'Strength of kites',
    '                    Load in',
    '          Span      calm air',
    'Kite      in m      in kg',
    line,
    'A.sub.1   1.5       20',
    'B and     --',
    '                    30',
    'Others',
    'C         2.5       40',
    '          spread',
    '          3.5       50',
    line,
    ' *as measured',
  );
  expect(head).toBe(3);
  expect(rows).toEqual([
    'TABLE 1',
    'Strength of kites',
    'Kite|Span in m|Load in calm air in kg',
    'A<sub>1</sub>|1.5|20',
    'B and|--|30',
    'Others',
    'C|2.5 spread|40',
    '|3.5|50',
    '*as measured',
  ]);
});

it('tells columns by the headings where cells stand close together', () => {
  const { rows } = table(
    line,
    'No.',
    '   G  R.sub.1',
    '              R.sub.2',
    line,
    '12 A',
    '      silk    CH.sub.3',
    line,
  );
  expect(rows).toEqual(['No.|G|R<sub>1</sub>|R<sub>2</sub>', '12|A|silk|CH<sub>3</sub>']);
});

it('keeps the rows of a table whose columns are lost, and lines of one without drawn lines', () => {
  const cut = `${' '.repeat(74)}1`;
  const lost = table(
    'TABLE 2',
    ' No.  A B',
    ' C',
    ' 9 silk',
    ' x      10 ash',
    cut,
    ' 1 reed',
    ' * sold',
  );
  expect(lost).toEqual({
    head: 2,
    rows: ['TABLE 2', 'No. A B C', '9|silk x', '10|ash', '11|reed', '* sold'],
  });
  expect(table('a  b', 'c  d')).toEqual({ head: 0, rows: ['a|b', 'c|d'] });
});

it('closes gaps in formulas of prose, not in lists of variables', () => {
  expect(apsProse('C.sub.2 H.sub.5 (CH.sub.2).sub.2 O')).toBe(
    'C<sub>2</sub>H<sub>5</sub>(CH<sub>2</sub>)<sub>2</sub>O',
  );
  const kept = ['R.sub.2 R.sub.3', 'C.sub.1 C.sub.2', 'CO.sub.2 In air', 'H.sub.2 Only'];
  for (const text of kept) expect(apsProse(text).replace(/<.*?>/g, '')).toContain(' ');
});
