import { describe, expect, it } from 'vitest';
import { parsePatentXml } from './patent-xml.ts';
import { descendants } from './xml.ts';

/** The paragraph with this content, and the document's objects. */
function paragraph(content: string, after = '') {
  const xml = `<d><description><p>${content}</p></description>${after}</d>`;
  const { root, objects } = parsePatentXml(Buffer.from(xml));
  const [{ text, marks = [] } = { text: '' }] = descendants(root, 'p');
  return {
    text,
    objects,
    marks: marks.map(({ start, end, ...mark }) => ({ ...mark, at: text.slice(start, end) })),
  };
}

describe('indices', () => {
  it.each([
    ['H<sub>2</sub>O', 'H₂O'],
    ['10<sup>-3 </sup>mol of Ca<sup>2+</sup>', '10⁻³ mol of Ca²⁺'],
    ['Ar<sub>1</sub>, Ar<sub>2 </sub>each', 'Ar₁, Ar₂ each'],
    ['the 1<sup>st</sup> Kite<sup>TM</sup>, Sail<sup>®</sup>', 'the 1st Kite™, Sail®'],
    ['Si<sub>i</sub>H<sub>2i+2</sub>', 'Si_(i)H_(2i+2)'],
    ['x<sup>n−1</sup> and y<sup>2<i>k</i></sup>', 'x^(n−1) and y^(2k)'],
    ['e<sup>x<sup>2</sup></sup> or a<sub>i<sub>j</sub></sub>', 'e^(x²) or a_(i_(j))'],
    ['a<sub> </sub>b<sup/>', 'a b'],
  ])('of %s are written as %s', (content, text) => {
    expect(paragraph(content).text).toBe(text);
  });

  it('in brackets are marked', () => {
    expect(paragraph('a<sub>i<sub>j</sub></sub>, x<sup>n</sup>').marks).toEqual([
      { kind: 'sub', at: '_(i_(j))' },
      { kind: 'sub', at: '_(j)' },
      { kind: 'sup', at: '^(n)' },
    ]);
  });
});

describe('objects', () => {
  it('become markers, each with what is known of it', () => {
    const content = `Given <maths id="M-1"><math><mi>a</mi></math></maths>, <chemistry><img file="C1.TIF"/></chemistry>or
      <img file="X1.TIF"/> and <maths/>.`;
    const { text, marks, objects } = paragraph(
      content,
      '<us-math idrefs="M-1 M-9"><img file="M1.TIF"/></us-math>',
    );
    expect(text).toBe('Given [formula 1], [structure 1] or [image 1] and [formula 2].');
    expect(objects).toEqual([
      { id: 'formula 1', kind: 'formula', mathml: '<math><mi>a</mi></math>', image: 'M1.TIF' },
      { id: 'structure 1', kind: 'chemistry', image: 'C1.TIF' },
      { id: 'image 1', kind: 'image', image: 'X1.TIF' },
      { id: 'formula 2', kind: 'formula' },
    ]);
    expect(marks).toEqual([
      { kind: 'formula', ref: 'formula 1', at: '[formula 1]' },
      { kind: 'chemistry', ref: 'structure 1', at: '[structure 1]' },
      { kind: 'image', ref: 'image 1', at: '[image 1]' },
      { kind: 'formula', ref: 'formula 2', at: '[formula 2]' },
    ]);
  });

  it.each([
    [
      'nothing that can run, load or refer',
      '<math onclick="x()" href="http://a"><mstyle style="a" mathvariant="bold"><mi href="javascript:x">a</mi><script>b()</script><img src="c"/><mo width="expression(1)">&lt;</mo></mstyle></math>',
      '<math><mstyle mathvariant="bold"><mi>a</mi><mtext>b()</mtext><mo>&lt;</mo></mstyle></math>',
    ],
    [
      'fences as their parts',
      '<math><mfenced open="[" separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced></math>',
      '<math><mrow><mo>[</mo><mi>a</mi><mo>;</mo><mi>b</mi><mo>;</mo><mi>c</mi><mo>)</mo></mrow></math>',
    ],
    [
      'no second notation, and no prefixes',
      '<m:math xmlns:m="x"><m:semantics><m:mi>a</m:mi><m:annotation>\\a</m:annotation></m:semantics></m:math>',
      '<math><mi>a</mi></math>',
    ],
    ['no formula without signs', '<math><mrow><mspace width="1em"/></mrow></math>', undefined],
    [
      'no formula that is too deep',
      `<math>${'<mrow>'.repeat(101)}<mi>a</mi>${'</mrow>'.repeat(101)}</math>`,
      undefined,
    ],
    ['no formula that is too long', `<math>${'<mi>ab</mi>'.repeat(10_000)}</math>`, undefined],
  ])('have %s in their MathML', (_, math, mathml) => {
    const { text, objects } = paragraph(`<maths>${math}</maths>`);
    expect(text).toBe('[formula 1]');
    expect(objects[0]!.mathml).toBe(mathml);
  });
});

describe('tables', () => {
  const table = (
    rows: string,
    columns = '<colspec colname="offset"/><colspec colname="1"/><colspec colname="2"/>',
  ) => `Spans:<tables><table><tgroup>${columns}${rows}</tgroup></table></tables>as measured.`;

  it('are lines with tabs: without drawn lines and empty columns, with marks in cells', () => {
    const { text, marks } = paragraph(
      table(`<thead><row><entry/><entry>Kite</entry><entry>Span<br/>in m<sup>n</sup></entry></row><row><entry namest="1" nameend="2" rowsep="1"/></row></thead>
      <tbody><row><entry/><entry>A</entry><entry>CO<sub>2</sub></entry></row><row><entry/><entry/><entry><chemistry><img file="C.TIF"/></chemistry></entry></row></tbody>`),
    );
    expect(text).toBe('Spans:\nKite\tSpan in m^(n)\nA\tCO₂\n\t[structure 1]\nas measured.');
    expect(marks).toEqual([
      { kind: 'table', head_rows: 1, at: 'Kite\tSpan in m^(n)\nA\tCO₂\n\t[structure 1]' },
      { kind: 'sup', at: '^(n)' },
      { kind: 'chemistry', ref: 'structure 1', at: '[structure 1]' },
    ]);
  });

  it('keep cells in their columns below and beside wider ones', () => {
    const rows =
      '<tbody><row><entry morerows="1">A</entry><entry>B</entry><entry>C</entry></row><row><entry>D</entry><entry>E</entry></row><row><entry namest="offset" nameend="1">F</entry><entry>G</entry></row></tbody>';
    expect(paragraph(table(rows)).text).toBe('Spans:\nA\tB\tC\n\tD\tE\nF\t\tG\nas measured.');
  });

  it('have the rows above the first drawn line as headings, if the source names none', () => {
    const row = (...cells: string[]) =>
      `<row>${cells.map((cell) => `<entry>${cell}</entry>`).join('')}</row>`;
    const drawn = '<row><entry namest="1" nameend="2" rowsep="1"/></row>';
    const rows = [drawn, row('Kite', 'Span'), drawn, row('A', '1'), row('B', '2'), drawn];
    const { marks } = paragraph(
      table(rows.join(''), '<colspec colname="1"/><colspec colname="2"/>'),
    );
    expect(marks).toMatchObject([{ kind: 'table', head_rows: 1 }]);
  });

  it('within a cell become part of it', () => {
    const inner =
      '<entrytbl><colspec/><colspec/><tbody><row><entry>a</entry><entry>b</entry></row></tbody></entrytbl>';
    const { text } = paragraph(
      table(`<tbody><row><entry>A</entry>${inner}<entry>C</entry></row></tbody>`),
    );
    expect(text).toBe('Spans:\nA\ta\tb\tC\nas measured.');
  });
});

describe('lines', () => {
  it('are those of lists and line breaks, without empty ones', () => {
    expect(
      paragraph('Parts:<ul><li>a <b>hull</b></li>\n<li/> <li>a sail</li></ul> fit<br/><br/>well')
        .text,
    ).toBe('Parts:\na hull\na sail\nfit\nwell');
  });

  it('of a claim have levels', () => {
    const xml =
      '<claims><claim><claim-text>1. A kite:<claim-text>a frame of<claim-text>ash; and</claim-text>silk;</claim-text> flying.</claim-text></claim></claims>';
    const [claim] = parsePatentXml(Buffer.from(xml)).root.children;
    expect(claim).toMatchObject({
      text: '1. A kite:\na frame of\nash; and\nsilk;\nflying.',
      levels: [0, 1, 2, 1, 0],
    });
  });
});

it('marks what a reissue deleted', () => {
  expect(paragraph('a <?delete-start id="1"?>wooden<?delete-end id="1"?> frame').text).toBe(
    'a [[wooden]] frame',
  );
});

it('keeps what stands between paragraphs', () => {
  const xml =
    '<d><description><p>Given:</p><maths><math><mi>a</mi></math></maths><ul><li>b</li></ul></description></d>';
  const { root } = parsePatentXml(Buffer.from(xml));
  expect(root.children[0]!.children.map(({ text }) => text)).toEqual([
    'Given:',
    '[formula 1]',
    'b',
  ]);
});

it('translates the names of older formats, and knows their characters', () => {
  const xml =
    '<D><PARA>&PHgr;<SB>2</SB> &agr; &sfgr; &ldquo;<EMI FILE="x"/>&lt;&plus;<NB>no</NB></PARA></D>';
  const { root, objects } = parsePatentXml(Buffer.from(xml), {
    PARA: 'p',
    SB: 'sub',
    EMI: 'img',
    NB: '',
  });
  expect(root.children[0]!.text).toBe('Φ₂ α ς “[image 1] <+');
  expect(objects).toEqual([{ id: 'image 1', kind: 'image', image: 'x' }]);
});

it.each([
  [
    'too many cells',
    `<tgroup><row>${'<entry/>'.repeat(900)}</row>`.repeat(400),
    /more than 300000 cells/,
  ],
  [
    'a table with too many columns',
    `<tgroup><row>${'<entry/>'.repeat(1001)}`,
    /more than 1000 columns/,
  ],
  ['too many indices', '<sub>a</sub>'.repeat(300_001), /more than 300000 cells/],
  ['deep elements', '<sub>'.repeat(501), /more than 500 levels/],
])('refuses %s', (_, content, reason) => {
  expect(() => paragraph(content)).toThrow(reason);
});
