import { type CorpusFile, file } from './corpus-file.ts';
import { encode } from './encode.ts';

const count = 12;
const texts = [
  'The ferry left the harbour',
  'Bees dance to show where flowers are',
  'A baker lets the dough rise',
];
const textOf = (i: number) => texts[i % texts.length]!;
const written = (row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join('');
/** A file whose first row is written here, and whose others are like it. */
const like = (
  name: string,
  head: string,
  row: (i: number) => string,
  header: readonly string[],
  first: readonly string[],
  more: { skippedLines?: number; repairs?: number; count?: number } = {},
) => file(name, head + written(row), { header, rows: [first], count, ...more });

const text0 = textOf(0);

/** Exports of programs, as they are and as people have edited them. */
export const exportFiles: readonly CorpusFile[] = [
  like(
    'names of rows, as R writes them without a name',
    'id,text\n',
    (i) => `row${i},${i * 2},${textOf(i)}\n`,
    ['column_1', 'id', 'text'],
    ['row0', '0', text0],
  ),
  like(
    'names of rows with an empty name, quoted, and NA',
    '"","score","text"\n',
    (i) => `"${i + 1}",${i % 4 ? i / 4 : 'NA'},"${textOf(i)}"\n`,
    ['column_1', 'score', 'text'],
    ['1', 'NA', text0],
  ),
  like(
    'the index of pandas, after rows were dropped',
    ',title,text\n',
    (i) => `${i * 3},Title ${i},${textOf(i)}\n`,
    ['column_1', 'title', 'text'],
    ['0', 'Title 0', text0],
  ),
  like(
    'a delimiter at the end of all rows but not of the header, with counted ids',
    'id,title,text\n',
    (i) => `${i},Title ${i},${textOf(i)},\n`,
    ['id', 'title', 'text'],
    ['0', 'Title 0', text0],
  ),
  like(
    'JSON without quotes around it in every row',
    'id,text,meta\n',
    (i) => `${i},${textOf(i)},{"a": ${i}, "b": {"c": "x"}}\n`,
    ['id', 'text', 'meta'],
    ['0', text0, '{"a": 0, "b": {"c": "x"}}'],
    { repairs: count },
  ),
  like(
    'typographic quotes around text with a comma',
    'id,text\n',
    (i) => `${i},“${textOf(i)}, they say”\n`,
    ['id', 'text'],
    ['0', `“${text0}, they say”`],
    { repairs: count },
  ),
  like(
    'JSON in doubled quotes',
    'id,meta,text\n',
    (i) => `${i},"{""a"": [1, 2], ""b"": ""x, y""}",${textOf(i)}\n`,
    ['id', 'meta', 'text'],
    ['0', '{"a": [1, 2], "b": "x, y"}', text0],
  ),
  like(
    'JSON with backslashes before its quotes',
    'id,meta,text\n',
    (i) => `${i},"{\\"a\\": \\"x, y\\"}",${textOf(i)}\n`,
    ['id', 'meta', 'text'],
    ['0', '{"a": "x, y"}', text0],
  ),
  like(
    'comments above the table, one with as many commas as the table',
    '# exported on Monday, by me\n# source: a, b, c\nid,title,text\n',
    (i) => `${i},Title ${i},${textOf(i)}\n`,
    ['id', 'title', 'text'],
    ['0', 'Title 0', text0],
    { skippedLines: 2 },
  ),
  like(
    'names behind a comment sign, below a comment',
    '# exported on Monday\n#id,title,text\n',
    (i) => `${i},Title ${i},${textOf(i)}\n`,
    ['#id', 'title', 'text'],
    ['0', 'Title 0', text0],
    { skippedLines: 1 },
  ),
  file(
    'titles above the table and a total below it, in the way of a German spreadsheet',
    `Bericht;;;\n;;;\nNr.;Name;Betrag;Text\n${written((i) => `${i + 1};Name ${i};"1.${100 + i},00 €";${textOf(i)}\n`)};;;\nSumme;;"13.266,00 €";\n`,
    {
      header: ['Nr.', 'Name', 'Betrag', 'Text'],
      rows: [['1', 'Name 0', '1.100,00 €', text0]],
      count: count + 1,
      skippedLines: 2,
    },
  ),
  like(
    'European dates and numbers between semicolons',
    'Nr;Datum;Betrag;Text\n',
    (i) => `${i};0${1 + (i % 9)}.02.2021;${i}.234,50;${textOf(i)}\n`,
    ['Nr', 'Datum', 'Betrag', 'Text'],
    ['0', '01.02.2021', '0.234,50', text0],
  ),
  file(
    'text of Excel: UTF-16 between tabs, with quotes',
    encode(
      `\ufeffid\tname\ttext\r\n${written((i) => `${i}\tZoë\t"${textOf(i)}, ""quoted"""\r\n`)}`,
      'utf-16le',
    ),
    {
      header: ['id', 'name', 'text'],
      rows: [['0', 'Zoë', `${text0}, "quoted"`]],
      count,
      encoding: 'utf-16le',
    },
  ),
  like(
    'three hundred columns',
    `id,text,${Array.from({ length: 298 }, (_, c) => `q${c}`)}\n`,
    (i) => `${i},${textOf(i)},${Array.from({ length: 298 }, (_, c) => (i * c) % 5)}\n`,
    ['id', 'text', ...Array.from({ length: 298 }, (_, c) => `q${c}`)],
    ['0', text0, ...Array.from({ length: 298 }, () => '0')],
  ),
  like(
    'tabs in quotes between tabs',
    'id\ttitle\ttext\n',
    (i) => `${i}\t"a\tb"\t"${textOf(i)}"\n`,
    ['id', 'title', 'text'],
    ['0', 'a\tb', text0],
  ),
  like(
    'CR in texts of lines that end with LF',
    'id,text\n',
    (i) => `${i},${textOf(i)}\rsecond line\n`,
    ['id', 'text'],
    ['0', `${text0}\rsecond line`],
  ),
  file(
    'two exports joined, with a byte order mark and the names again in the middle',
    `\ufeffid,text\n${written((i) => `${i},${textOf(i)}\n`)}\ufeffid,text\n99,The last\n`,
    { header: ['id', 'text'], rows: [['0', text0]], count: count + 2 },
  ),
  file(
    'one row in another encoding than the rest',
    Buffer.concat([
      Buffer.from(`id,text\n${written((i) => `${i},Café: ${textOf(i)}\n`)}`),
      encode('99,Résumé – late\n', 'windows-1252'),
    ]),
    {
      header: ['id', 'text'],
      rows: [['0', `Café: ${text0}`]],
      count: count + 1,
      damaged: [count + 2],
    },
  ),
  like(
    'pages, with scripts and references of characters',
    'id,text\n',
    (i) =>
      `${i},"<p class=""x"">caf&eacute; &#233; &amp; ${textOf(i)}</p><SCRIPT>var hidden;</script><style>p { }</style>"\n`,
    ['id', 'text'],
    ['0', `<p class="x">café é &amp; ${text0}</p>  `],
  ),
  file(
    'a quote that opens and never closes, in one row',
    `id,text\n${written((i) => `${i},${i === 5 ? '"' : ''}${textOf(i)}\n`)}`,
    { header: ['id', 'text'], rows: [['0', text0]], count },
  ),
  file(
    'a zero byte left in a long text',
    `id,text\n${written((i) => `${i},${textOf(i).repeat(9)}${i === 5 ? '\0' : ''}\n`)}`,
    { header: ['id', 'text'], rows: [['0', text0.repeat(9)]], count },
  ),
  like(
    'names empty and repeated in other cases',
    'ID,,id,text,\n',
    (i) => `${i},x${i},y${i},${textOf(i)},z\n`,
    ['ID', 'column_2', 'id', 'text', 'column_5'],
    ['0', 'x0', 'y0', text0, 'z'],
  ),
];
