import type { Encoding } from '../encoding.ts';
import { type CorpusFile, file } from './corpus-file.ts';
import { encode } from './encode.ts';

/** Two sentences each, as the rows of a file. */
const texts: Record<string, { rows: readonly [string, string]; encodings: readonly Encoding[] }> = {
  English: {
    rows: [
      'The baker’s “old” oven – it cost £5 – isn’t hot',
      'She wrote “yes” and didn’t come back',
    ],
    encodings: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'],
  },
  French: {
    rows: [
      'Les élèves étaient déjà à la forêt près du théâtre',
      'Ça a été fermé l’été où nous préférions le café',
    ],
    encodings: ['utf-8', 'utf-16le', 'windows-1252', 'macintosh'],
  },
  German: {
    rows: [
      'Größere Häuser müssen schön gestrichen werden',
      'Die Straße führt über die Brücke zu den Äpfeln',
    ],
    encodings: ['utf-8', 'utf-16be', 'windows-1252', 'macintosh'],
  },
  Spanish: {
    rows: [
      'El niño comió una piña en la estación del año pasado',
      '¿Dónde está la canción que cantó mamá mañana?',
    ],
    encodings: ['windows-1252', 'macintosh'],
  },
  Portuguese: {
    rows: [
      'A informação não está disponível na estação',
      'Três irmãos e a avó não têm razão às vezes',
    ],
    encodings: ['windows-1252', 'macintosh'],
  },
  Swedish: {
    rows: [
      'Små och stora människor äter på sjön i Växjö',
      'Räksmörgås är gott även för både far och mor',
    ],
    encodings: ['windows-1252', 'macintosh'],
  },
  Polish: {
    rows: [
      'Wyższa szkoła prowadzi zajęcia również wieczorem',
      'Są także później w Łodzi, gdzie się spotykają',
    ],
    encodings: ['utf-8', 'windows-1250', 'iso-8859-2'],
  },
  Czech: {
    rows: [
      'Ještě něco řekl o městě, které leží v západních Čechách',
      'Příliš žluťoučký kůň šel přes řeku a žádný člověk',
    ],
    encodings: ['windows-1250', 'iso-8859-2'],
  },
  Hungarian: {
    rows: [
      'A legjobb könyvek és a kellemes őszi délutánok',
      'Az idős férfi örült, hogy végre hazaért a hűvösből',
    ],
    encodings: ['windows-1250'],
  },
  Russian: {
    rows: [
      'Москва является столицей и крупнейшим городом страны',
      'Сегодня мы идём в школу и читаем новые книги',
    ],
    encodings: [
      'utf-8',
      'utf-16le',
      'windows-1251',
      'koi8-r',
      'iso-8859-5',
      'x-mac-cyrillic',
      'ibm866',
    ],
  },
  Ukrainian: {
    rows: [
      'Київ є столицею та найбільшим містом країни',
      'Її їжа смачна, і ми йдемо до школи щодня',
    ],
    encodings: ['windows-1251', 'koi8-u'],
  },
  Greek: {
    rows: ['Η πόλη είναι η πρωτεύουσα της χώρας', 'Σήμερα πηγαίνουμε στο σχολείο με τα παιδιά'],
    encodings: ['utf-8', 'windows-1253'],
  },
  Turkish: {
    rows: [
      'Bugün güneş doğdu ve ağaçlar yeşil göründü',
      'Şehrin en kalabalık yeri çarşıdır, çünkü ışık çoktur',
    ],
    encodings: ['utf-8', 'windows-1254'],
  },
  Hebrew: {
    rows: ['ירושלים היא עיר גדולה מאוד', 'היום אנחנו הולכים לבית הספר'],
    encodings: ['windows-1255'],
  },
  Arabic: {
    rows: ['القاهرة هي عاصمة البلاد وأكبر مدنها', 'اليوم نذهب إلى المدرسة مع الأصدقاء'],
    encodings: ['windows-1256'],
  },
  Lithuanian: {
    rows: [
      'Sostinė yra didžiausias šalies miestas',
      'Šiandien žmonės eina į mokyklą, ąžuolai žaliuoja',
    ],
    encodings: ['windows-1257'],
  },
  Thai: {
    rows: ['กรุงเทพเป็นเมืองหลวงของประเทศ', 'วันนี้เราไปโรงเรียนกับเพื่อน'],
    encodings: ['utf-8', 'windows-874'],
  },
  Japanese: {
    rows: ['東京は日本の首都であり、大きな都市です。', 'カタカナとひらがなの文章を書きます。'],
    encodings: ['utf-8', 'utf-16le', 'shift_jis', 'euc-jp'],
  },
  Chinese: {
    rows: ['北京是中国的首都，也是全国的政治中心。', '我们今天去学校学习新的知识。'],
    encodings: ['utf-8', 'utf-16be', 'gb18030'],
  },
  'traditional Chinese': {
    rows: ['臺北是一個很大的城市，也是政治中心。', '我們今天去學校學習新的知識。'],
    encodings: ['big5'],
  },
  Korean: {
    rows: ['서울은 대한민국의 수도이며 가장 큰 도시이다.', '오늘 우리는 학교에 갑니다.'],
    encodings: ['utf-8', 'euc-kr'],
  },
};

/** Encodings that a byte order mark may precede. */
const marks: Partial<Record<Encoding, string>> = { 'utf-16le': '\ufeff', 'utf-16be': '\ufeff' };

const inEncoding = (language: string, encoding: Encoding): CorpusFile => {
  const rows = texts[language]!.rows.map((text, i) => [String(i + 1), text]);
  const lines = [['id', 'text'], ...rows].map((cells) =>
    cells.map((cell) => `"${cell}"`).join(','),
  );
  const text = `${marks[encoding] ?? ''}${lines.join('\r\n')}\r\n`;
  return file(`${language} in ${encoding}`, encode(text, encoding), {
    header: ['id', 'text'],
    rows,
    encoding,
  });
};

const plain = 'id,text\n1,hello there\n2,good morning\n';
const greeting = {
  header: ['id', 'text'],
  rows: [
    ['1', 'hello there'],
    ['2', 'good morning'],
  ],
};
const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from(text, (character) => character.codePointAt(0)!).buffer);
const latinTail = `id,text\n${'1,plain words only\n'.repeat(30_000)}`;

export const encodingFiles: readonly CorpusFile[] = [
  ...Object.entries(texts).flatMap(([language, { encodings }]) =>
    encodings.map((encoding) => inEncoding(language, encoding)),
  ),
  file('UTF-8 with a byte order mark', `\ufeff${plain}`, greeting),
  file('two byte order marks', `\ufeff\ufeff${plain}`, greeting),
  file('UTF-16 without a byte order mark', encode(plain, 'utf-16le'), {
    ...greeting,
    encoding: 'utf-16le',
  }),
  file('UTF-16 of the other order without one', encode(plain, 'utf-16be'), {
    ...greeting,
    encoding: 'utf-16be',
  }),
  file(
    'UTF-16 with tabs, as Excel saves Unicode text',
    encode(`\ufeff${plain.replaceAll(',', '\t')}`, 'utf-16le'),
    {
      ...greeting,
      encoding: 'utf-16le',
    },
  ),
  file(
    'Latin text after half a megabyte of ASCII',
    encode(`${latinTail}2,déjà à la forêt été élève\n`.repeat(1), 'windows-1252'),
    {
      header: ['id', 'text'],
      rows: [['1', 'plain words only']],
      count: 30_001,
      encoding: 'windows-1252',
    },
  ),
  file(
    'a damaged row in UTF-8',
    Buffer.concat([
      Buffer.from('id,text\n1,é à ü ö ä ñ ç é è ê\n2,'),
      Buffer.of(0xe9, 0xff),
      Buffer.from('\n3,ok\n'),
    ]),
    {
      header: ['id', 'text'],
      rows: [
        ['1', 'é à ü ö ä ñ ç é è ê'],
        ['2', '\ufffd\ufffd'],
        ['3', 'ok'],
      ],
      damaged: [3],
    },
  ),
  file(
    'as many damaged rows in UTF-8 as whole ones',
    Buffer.concat([
      Buffer.from('id,text\n1,a café\n2,one naïve word\n3,ok\n'),
      encode('4,le déjà vu est arrivé hier après-midi\n5,"là, où"\n', 'windows-1252'),
    ]),
    {
      header: ['id', 'text'],
      rows: [
        ['1', 'a café'],
        ['2', 'one naïve word'],
        ['3', 'ok'],
        ['4', 'le d\ufffdj\ufffd vu est arriv\ufffd hier apr\ufffds-midi'],
        ['5', 'l\ufffd, o\ufffd'],
      ],
      damaged: [5, 6],
    },
  ),
  ...['\ufeff', ''].flatMap((mark) => [
    file(`UTF-32${mark && ' with a byte order mark'}`, utf32(mark + plain), 'wrong_encoding'),
    file(
      `UTF-32 of the other order${mark && ' with a byte order mark'}`,
      utf32(mark + plain).swap32(),
      'wrong_encoding',
    ),
  ]),
  file(
    'an encoding that the customer names',
    encode('id,text\n1,Ž\n2,Š\n', 'windows-1250'),
    {
      header: ['id', 'text'],
      rows: [
        ['1', 'Ž'],
        ['2', 'Š'],
      ],
      encoding: 'windows-1250',
    },
    { encoding: 'windows-1250' },
  ),
];
