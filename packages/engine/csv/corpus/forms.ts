import { type CorpusFile, file } from './corpus-file.ts';

const two = {
  header: ['id', 'text'],
  rows: [
    ['1', 'a b'],
    ['2', 'c d'],
  ],
};
const three = {
  header: ['id', 'title', 'text'],
  rows: [
    ['1', 'One', 'first text'],
    ['2', 'Two', 'second text'],
  ],
};
const [plain2, plain3] = [two, three].map(({ header, rows }) => [header, ...rows]) as [
  string[][],
  string[][],
];
const written = (table: readonly (readonly string[])[], delimiter = ',', newline = '\n') =>
  table.map((cells) => cells.join(delimiter) + newline).join('');
const csv2 = written(plain2);
const csv3 = written(plain3);

/** Delimiters, quotes and line ends. */
const dialects: readonly CorpusFile[] = [
  ...[',', ';', '\t', '|'].map((delimiter) =>
    file(`cells between ${JSON.stringify(delimiter)}`, written(plain3, delimiter), three),
  ),
  ...[
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['CR CR LF', '\r\r\n'],
  ].map(([name, newline]) =>
    file(`lines that end with ${name}`, written(plain3, ',', newline), three),
  ),
  file('no line end after the last row', csv3.trimEnd(), three),
  file('blank lines between rows', csv3.replaceAll('\n', '\n\n'), three),
  file('lines of delimiters only', `${csv3},,\n,,\n`, three),
  file('semicolons, with commas in the texts', 'id;text\n1;a, b, c\n2;d, e\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a, b, c'],
      ['2', 'd, e'],
    ],
  }),
  file('semicolons, with decimal commas', 'id;price\n1;2,5\n2;3,75\n', {
    header: ['id', 'price'],
    rows: [
      ['1', '2,5'],
      ['2', '3,75'],
    ],
  }),
  file('tabs, with commas in every text', 'id\ttext\n1\ta, b\n2\tc, d\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a, b'],
      ['2', 'c, d'],
    ],
  }),
  file('commas, with semicolons in quotes', 'id,text\n1,"a; b; c"\n2,"d; e"\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a; b; c'],
      ['2', 'd; e'],
    ],
  }),
  file('a header in quotes that holds commas', '"id","text, long"\n1,a b\n2,c d\n', {
    ...two,
    header: ['id', 'text, long'],
  }),
  file(
    'a delimiter that the customer names',
    'a:b\n1:x\n2:y\n',
    {
      header: ['a', 'b'],
      rows: [
        ['1', 'x'],
        ['2', 'y'],
      ],
    },
    { delimiter: ':' },
  ),
  file('line breaks in quotes', 'id,text\n1,"a\nb"\n2,"c\r\nd"\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a\nb'],
      ['2', 'c\r\nd'],
    ],
  }),
  file('LF in quotes of a file with CR', 'id,text\r1,"a\nb"\r2,"c\nd"\r', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a\nb'],
      ['2', 'c\nd'],
    ],
  }),
  file('doubled quotes', 'id,text\n1,"say ""a"""\n2,""""\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'say "a"'],
      ['2', '"'],
    ],
  }),
  file(
    'quotes escaped by a backslash',
    'id,text\n1,"say \\"a, b\\" now"\n2,"c:\\\\"\n3,"d, \\"e\\""\n',
    {
      header: ['id', 'text'],
      rows: [
        ['1', 'say "a, b" now'],
        ['2', 'c:\\'],
        ['3', 'd, "e"'],
      ],
    },
  ),
  file('single quotes', "id,text\n'1','a, b'\n'2','c, d, e'\n", {
    header: ['id', 'text'],
    rows: [
      ['1', 'a, b'],
      ['2', 'c, d, e'],
    ],
  }),
  file('apostrophes in texts', "id,text\n1,don't\n2,'tis late\n3,rock 'n' roll\n", {
    header: ['id', 'text'],
    rows: [
      ['1', "don't"],
      ['2', "'tis late"],
      ['3', "rock 'n' roll"],
    ],
  }),
  file('inches and other quotes within text', 'id,text\n1,5" pipe\n2,a "b" c\n', {
    header: ['id', 'text'],
    rows: [
      ['1', '5" pipe'],
      ['2', 'a "b" c'],
    ],
  }),
  file('text after a closing quote', 'id,text\n1,"Weird Al" sings\n2,"x" y\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'Weird Al sings'],
      ['2', 'x y'],
    ],
  }),
  file('spaces after a closing quote', 'id,text\n"1" ,"a, b" \n"2" ,"c" \n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a, b'],
      ['2', 'c'],
    ],
  }),
  file('spaces before quotes', 'id, text\n1, "a, b"\n2, "c, d, e"\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a, b'],
      ['2', 'c, d, e'],
    ],
  }),
  file('spaces before quotes and line breaks in them', 'id, text\n1, "a,\nb"\n2, "c"\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a,\nb'],
      ['2', 'c'],
    ],
  }),
  file('single stray quotes between tabs', 'id\ttext\n1\t"open\n2\tb\n3\tc\n', {
    header: ['id', 'text'],
    rows: [
      ['1', '"open'],
      ['2', 'b'],
      ['3', 'c'],
    ],
  }),
  file(
    'several stray quotes between tabs',
    `id\ttext\n${'1\t"open\n2\tb c\n3\t"d e\n4\tf\n'.repeat(5)}`,
    {
      header: ['id', 'text'],
      rows: [
        ['1', '"open'],
        ['2', 'b c'],
      ],
      count: 20,
    },
  ),
  file('all cells in quotes', '"id","text"\n"1","a b"\n"2","c d"\n', two),
  file('a first row of 300 KB', `id,text\n1,${'word '.repeat(60_000)}\n2,b\n3,c\n`, {
    header: ['id', 'text'],
    rows: [['1', 'word '.repeat(60_000)]],
    count: 3,
  }),
  file('a header of 300 KB', `id,text,${'x'.repeat(300_000)}\n1,a,b\n2,c,d\n`, {
    header: ['id', 'text', 'x'.repeat(300_000)],
    rows: [
      ['1', 'a', 'b'],
      ['2', 'c', 'd'],
    ],
  }),
];

/** Lines above a table. */
const preambles: readonly CorpusFile[] = [
  file('the line sep= of Excel', `sep=;\n${written(plain2, ';')}`, { ...two, skippedLines: 1 }),
  file('the line sep= in quotes', `"sep=;"\r\n${written(plain2, ';', '\r\n')}`, {
    ...two,
    skippedLines: 1,
  }),
  file('the line sep= with a byte order mark and a tab', `\ufeffSEP=\t\n${written(plain2, '\t')}`, {
    ...two,
    skippedLines: 1,
  }),
  file('a title', `Annual report\n${csv3}`, { ...three, skippedLines: 1 }),
  file('a title and a blank line', `Annual report\n\n${csv3}`, { ...three, skippedLines: 2 }),
  file('a title above two columns', `Annual report\n${csv2}`, { ...two, skippedLines: 1 }),
  file(
    'a title with one comma',
    `Report of May, 2020\n\n${written([
      ['id', 'title', 'text', 'kind'],
      ['1', 'a', 'b', 'c'],
      ['2', 'd', 'e', 'f'],
    ])}`,
    {
      header: ['id', 'title', 'text', 'kind'],
      rows: [
        ['1', 'a', 'b', 'c'],
        ['2', 'd', 'e', 'f'],
      ],
      skippedLines: 2,
    },
  ),
  file('a title filled up with delimiters', `Annual report,,\n,,\n${csv3}`, {
    ...three,
    skippedLines: 2,
  }),
  file('comments', `# made by a program\n# in 2020\n${csv3}`, { ...three, skippedLines: 2 }),
  file('comments with commas', `# a, b, c, d\n# e\n${csv3}`, { ...three, skippedLines: 2 }),
  file('a header that begins with #', csv3.replace('id', '#id'), {
    ...three,
    header: ['#id', 'title', 'text'],
  }),
  file('three titles, one in quotes', `Report\n"All, of it"\nSource: us\n${csv3}`, {
    ...three,
    skippedLines: 3,
  }),
  file(
    'two names and empty ones above wider rows',
    `v1,v2,,,\n${'ham,see you at noon then,,,\nspam,win a prize today,,,\n'.repeat(5)}ham,"well, yes", or, no, thanks\n`,
    {
      header: ['v1', 'v2', 'column_3', 'column_4', 'column_5'],
      rows: [['ham', 'see you at noon then', '', '', '']],
      count: 11,
    },
  ),
  file(
    'two names and empty ones above rows that are all wider',
    'code,remark,,,\na,it was cold,7,x y,2\nb,it was warm,9,z,3\nc,it rained,8,u v,4\n',
    {
      header: ['code', 'remark', 'column_3', 'column_4', 'column_5'],
      rows: [['a', 'it was cold', '7', 'x y', '2']],
      count: 3,
    },
  ),
  file(
    'notes in two cells above the names',
    'Source:,the office,,,\nid,title,year,text,kind\n1,One,2001,a b,x\n2,Two,2003,c d,y\n',
    {
      header: ['id', 'title', 'year', 'text', 'kind'],
      rows: [
        ['1', 'One', '2001', 'a b', 'x'],
        ['2', 'Two', '2003', 'c d', 'y'],
      ],
      skippedLines: 1,
    },
  ),
  file(
    'names of groups above the names',
    'Patent,,,Owner,,\nNumber,Title,Date,Name,City,Country\n7,Ferry,2020-01-02,Ann,Rome,IT\n9,Oven,2020-03-02,Bob,Bern,CH\n',
    {
      header: ['Number', 'Title', 'Date', 'Name', 'City', 'Country'],
      rows: [
        ['7', 'Ferry', '2020-01-02', 'Ann', 'Rome', 'IT'],
        ['9', 'Oven', '2020-03-02', 'Bob', 'Bern', 'CH'],
      ],
      skippedLines: 1,
    },
  ),
  file(
    'a title that the customer keeps',
    `Annual report\n${csv3}`,
    {
      header: ['Annual report', 'column_2', 'column_3'],
      rows: plain3,
    },
    { skip: 0, header: true },
  ),
  file(
    'a row that the customer leaves out',
    'id,title,text\nnumber,name,prose\n1,One,first text\n2,Two,second text\n',
    { ...three, header: ['number', 'name', 'prose'], skippedLines: 1 },
    { skip: 1 },
  ),
  file('blank lines first', `\n\n${csv3}`, { ...three, skippedLines: 2 }),
];

/** Names of columns. */
const headers: readonly CorpusFile[] = [
  file('spaces around names', csv3.replace('id,title,text', 'id, title , text'), three),
  file('line breaks in names', csv3.replace('text', '"the\ntext"'), {
    ...three,
    header: ['id', 'title', 'the text'],
  }),
  file('an empty name', csv3.replace('id,', ','), {
    ...three,
    header: ['column_1', 'title', 'text'],
  }),
  file('a repeated name', csv3.replace('title', 'text'), {
    ...three,
    header: ['id', 'text', 'text_2'],
  }),
  file(
    'a name that repeats with its number',
    written([
      ['a', 'a', 'a_2'],
      ['x', 'y y', 'z'],
      ['u', 'v v', 'w'],
    ]),
    {
      header: ['a', 'a_3', 'a_2'],
      rows: [
        ['x', 'y y', 'z'],
        ['u', 'v v', 'w'],
      ],
    },
  ),
  file('the name __proto__', csv3.replace('title', '__proto__'), {
    ...three,
    header: ['id', '_proto_', 'text'],
  }),
  file('the name constructor', csv3.replace('title', 'constructor'), {
    ...three,
    header: ['id', 'constructor', 'text'],
  }),
  file('a delimiter after the last name', csv3.replaceAll('\n', ',\n'), three),
  file('a delimiter after the last name only', csv3.replace('text\n', 'text,\n'), three),
  file(
    'a name too few, rows numbered',
    'title,text\n1,One,first text\n2,Two,second text\n3,Three,third\n',
    {
      header: ['column_1', 'title', 'text'],
      rows: [['1', 'One', 'first text']],
      count: 3,
    },
  ),
  file(
    'a name too few at the end',
    'id,title\n7,One,first text\n4,Two,second text\n9,Three,third\n',
    {
      header: ['id', 'title', 'column_3'],
      rows: [['7', 'One', 'first text']],
      count: 3,
    },
  ),
  file(
    'a last column that some rows have, of a name too few',
    'title,text\n1,the one\n2,the two,x\n3,the three,y\n4,the four,z\n',
    {
      header: ['title', 'text', 'column_3'],
      rows: [
        ['1', 'the one', ''],
        ['2', 'the two', 'x'],
      ],
      count: 4,
    },
  ),
  ...[',', ', '].map((comma) =>
    file(
      `a last column that half of the rows have, between semicolons, beside "${comma}"`,
      `id;text;note\n${`1;one${comma}two\n2;three${comma}four;seen\n`.repeat(6)}`,
      {
        header: ['id', 'text', 'note'],
        rows: [
          ['1', `one${comma}two`, ''],
          ['2', `three${comma}four`, 'seen'],
        ],
        count: 12,
      },
    ),
  ),
  file('names in another script', '編號,標題\n1,甲乙\n2,丙丁\n', {
    header: ['編號', '標題'],
    rows: [
      ['1', '甲乙'],
      ['2', '丙丁'],
    ],
  }),
  file('years as names', 'country,1990,1991,1992\nPeru,3.5,3.75,4\nChile,5,5.5,6\n', {
    header: ['country', '1990', '1991', '1992'],
    rows: [
      ['Peru', '3.5', '3.75', '4'],
      ['Chile', '5', '5.5', '6'],
    ],
  }),
  file('months as names', 'place,2000-01,2000-02,2000-03\nPeru,3.5,3.75,4\nChile,5,5.5,6\n', {
    header: ['place', '2000-01', '2000-02', '2000-03'],
    rows: [
      ['Peru', '3.5', '3.75', '4'],
      ['Chile', '5', '5.5', '6'],
    ],
  }),
  file(
    'questions as names',
    'How often do you bake bread at home in winter?,Do you like it at all or not?\nOften,Yes\nNever,No\nOften,Yes\n',
    {
      header: ['How often do you bake bread at home in winter?', 'Do you like it at all or not?'],
      rows: [
        ['Often', 'Yes'],
        ['Never', 'No'],
      ],
      count: 3,
    },
  ),
  file(
    'no names above numbers',
    '5.1,3.5,flower-one\n4.9,3.0,flower-two\n4.7,3.2,flower-one\n4.6,3.1,flower-two\n',
    {
      header: ['column_1', 'column_2', 'column_3'],
      rows: [['5.1', '3.5', 'flower-one']],
      count: 4,
      hasHeader: false,
    },
  ),
  file(
    'no names above labelled texts',
    'ham,see you at noon then\nspam,win a prize today for free\nham,thanks for the lift home\nham,are you there yet or not\n',
    {
      header: ['column_1', 'column_2'],
      rows: [['ham', 'see you at noon then']],
      count: 4,
      hasHeader: false,
    },
  ),
  file(
    'no names above dated rows',
    '2020-01-02,warm day in spring,12\n2020-01-03,cold day in spring,3\n2020-01-04,wet day again,5\n',
    {
      header: ['column_1', 'column_2', 'column_3'],
      rows: [['2020-01-02', 'warm day in spring', '12']],
      count: 3,
      hasHeader: false,
    },
  ),
  file('no names, with numbers that repeat', '1,0,0,7.5\n2,0,1,8.5\n3,1,0,9.5\n', {
    header: ['column_1', 'column_2', 'column_3', 'column_4'],
    rows: [['1', '0', '0', '7.5']],
    count: 3,
    hasHeader: false,
  }),
  file(
    'names that the customer denies',
    csv3,
    {
      header: ['column_1', 'column_2', 'column_3'],
      rows: [['id', 'title', 'text']],
      count: 3,
      hasHeader: false,
    },
    { header: false },
  ),
  file(
    'names that the customer affirms',
    '10,20\n1,a b\n2,c d\n',
    {
      header: ['10', '20'],
      rows: [
        ['1', 'a b'],
        ['2', 'c d'],
      ],
    },
    { header: true },
  ),
];

/** Rows with too many or too few cells. */
const rows: readonly CorpusFile[] = [
  file('missing cells', 'id,title,text\n1\n2,b\n3,c,d\n', {
    header: ['id', 'title', 'text'],
    rows: [
      ['1', '', ''],
      ['2', 'b', ''],
      ['3', 'c', 'd'],
    ],
  }),
  file('empty cells too many', 'id,text\n1,a,,\n2,b\n3,c, \n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ],
  }),
  file(
    'a comma in the only free text',
    'id,text,year\n1,one two three four,2001\n2,five, six seven,2002\n3,eight nine ten or more,2003\n',
    {
      header: ['id', 'text', 'year'],
      rows: [
        ['1', 'one two three four', '2001'],
        ['2', 'five, six seven', '2002'],
        ['3', 'eight nine ten or more', '2003'],
      ],
      repairs: 1,
    },
  ),
  file(
    'a comma without a space in the only free text',
    'id,text,year\n1,one two three four,2001\n2,five six,seven eight,2002\n3,eight nine ten or more,2003\n',
    {
      header: ['id', 'text', 'year'],
      rows: [
        ['1', 'one two three four', '2001'],
        ['2', 'five six,seven eight', '2002'],
        ['3', 'eight nine ten or more', '2003'],
      ],
      repairs: 1,
    },
  ),
  file(
    'a comma and a space beside two free texts',
    'id,title,text\n1,the one of them all,one two three four\n2,the two of them,five six, seven eight\n3,the three of them,eight nine ten eleven\n',
    {
      header: ['id', 'title', 'text'],
      rows: [
        ['1', 'the one of them all', 'one two three four'],
        ['2', 'the two of them', 'five six, seven eight'],
      ],
      count: 3,
      repairs: 1,
    },
  ),
  file(
    'a cell too many beside two free texts',
    'id,title,text\n1,the one of them all,one two three four\n2,the two of them,five six,seven eight\n3,the three of them,eight nine ten eleven\n',
    {
      header: ['id', 'title', 'text'],
      rows: [
        ['1', 'the one of them all', 'one two three four'],
        ['3', 'the three of them', 'eight nine ten eleven'],
      ],
      rejects: [3],
    },
  ),
  file('a quoted cell too many', 'id,code\n1,a\n2,b,"c"\n3,d\n', {
    header: ['id', 'code'],
    rows: [
      ['1', 'a'],
      ['3', 'd'],
    ],
    rejects: [3],
  }),
  file('JSON in the first column, no names', '{"a": 1},one text\n{"a": 2},another text\n', {
    header: ['column_1', 'column_2'],
    rows: [
      ['{"a": 1}', 'one text'],
      ['{"a": 2}', 'another text'],
    ],
    hasHeader: false,
  }),
  file('tags in the first column', '<html>,tag\n<p>,the paragraph\n<b>,bold text\n', {
    header: ['<html>', 'tag'],
    rows: [
      ['<p>', 'the paragraph'],
      ['<b>', 'bold text'],
    ],
  }),
  file(
    'a space after each delimiter, and cells that are missing',
    'id, name, remark\n1, Ann of the harbour, came late\n2, Bob who bakes\n3, Cid, left, early\n4, Dan\n5, Eve of the hill, slept\n',
    {
      header: ['id', 'name', 'remark'],
      rows: [['1', ' Ann of the harbour', ' came late']],
      count: 5,
      repairs: 1,
    },
  ),
  file('one row only', 'id,text\n1,a b\n', { header: ['id', 'text'], rows: [['1', 'a b']] }),
  file('an empty index cell beside a title', 'id,title,text\n1,One,\n2,Two,b c\n', {
    header: ['id', 'title', 'text'],
    rows: [
      ['1', 'One', ''],
      ['2', 'Two', 'b c'],
    ],
  }),
  file('NA and null cells', 'id,text\n1,NA\n2,null\n', {
    header: ['id', 'text'],
    rows: [
      ['1', 'NA'],
      ['2', 'null'],
    ],
  }),
  file(
    '500 columns',
    written([
      Array.from({ length: 500 }, (_, i) => `c${i}`),
      Array.from({ length: 500 }, () => 'x'),
    ]),
    {
      header: Array.from({ length: 500 }, (_, i) => `c${i}`),
      rows: [Array.from({ length: 500 }, () => 'x')],
    },
  ),
];

/** Files that no index can be built from. */
const refusals: readonly CorpusFile[] = [
  file('an empty file', '', 'empty_file'),
  file('a byte order mark only', '\ufeff', 'empty_file'),
  file('blank lines only', '\n \n\r\n', 'empty_file'),
  file('the beginning of an Excel workbook', 'PK\x03\x04rest', 'damaged_file'),
  file('an old Excel workbook', Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2), 'not_csv'),
  file('the beginning of a gzip archive', Buffer.of(0x1f, 0x8b, 8, 0), 'damaged_file'),
  file('a PDF document', '%PDF-1.7\n', 'not_csv'),
  file('a binary file', `id,text\n${'\0'}x,1\n`, 'not_csv'),
  file('a JSON document', '{\n  "rows": [\n    {"id": 1, "text": "a, b"}\n  ]\n}\n', 'not_csv'),
  file('a JSON list that is cut off', '[{"id": 1, "text": "a, b"},\n{"id": 2', 'damaged_file'),
  file('an HTML page', '\n<!DOCTYPE html>\n<html><body>a, b</body></html>\n', 'not_csv'),
  file('an XML document', '<?xml version="1.0"?>\n<rows><row id="1"/></rows>\n', 'not_csv'),
  file(
    'a letter',
    `Dear neighbours,

the old ferry, which you all know, left the harbour on Monday.
It will not, we are told, come back, neither in summer, when
the guests are here, nor in winter. Bees and flies were on board,
and a baker who lets his dough rise twice, or in the cold of
January, as he says, three times, until it is ready for the oven.
Whoever wants to wave to him, the crew or the bees will have
to take the train, the bus and the train again.

With kind regards, your captain
`,
    'not_csv',
  ),
  file(
    'a manual without commas',
    `# Ferry

The ferry carries bees and bakers over
the bay in the morning.

## Timetable

- It leaves at six.
- it comes back at noon

1. Buy a ticket
2. Board the ferry

In winter it stays in the harbour and
waits for the ice to melt.
`,
    'not_csv',
  ),
  file(
    'one column with empty rows',
    'name\nBaker of the harbour\n\nFerry of the bay\n\nBees\nCaptain\n\nGuests\n',
    'one_column',
  ),
  file('a header without rows', 'id,text\n', 'header_only'),
  file('a title and a header without rows', 'Report\nid,title,text\n', 'header_only'),
  file('one column', 'text\nhello\nworld\n', 'one_column'),
  file(
    'one column of sentences',
    'text\nhello, you there\nworld\ngood morning, sir, and madam\nyes\nno\nmaybe\nnever\n',
    'one_column',
  ),
  file(
    'a quote that never closes',
    'id,text\n1,"a, b"\n2,"c, d"\n3,"open\n4,more\n',
    'unclosed_quote',
  ),
  file('lines to leave out beyond the file', csv3, 'header_only', { skip: 9 }),
  file(
    'most rows with cells too many',
    `id,code\n1,a\n2,b\n6,c\n7,d\n${'3,"c","d"\n4,"e","f","g"\n5,"h","i","j","k"\n'.repeat(3)}`,
    'mostly_rejected',
  ),
];

export const formFiles: readonly CorpusFile[] = [
  ...dialects,
  ...preambles,
  ...headers,
  ...rows,
  ...refusals,
];
