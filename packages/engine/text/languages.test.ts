import { describe, expect, it } from 'vitest';
import { buildFromCsv } from '../test-corpus.ts';
import { detectLanguage } from './detect-language.ts';
import { languagesOfTexts } from './language-teller.ts';
import type { Language } from './languages.ts';

/** Texts about bees, batteries, bread and a library, each with a question in other forms of its words. */
const PROBES: Readonly<
  Partial<Record<Language, readonly (readonly [text: string, question: string])[]>>
> = {
  en: [
    [
      'The bees of a hive keep warm in winter by sitting together and eating the honey of the summer.',
      'what does a bee eat in winters',
    ],
    [
      'A battery is charged by a solar panel during the day and gives its current to the lamps at night.',
      'charging batteries with solar panels',
    ],
    [
      'The baker kneads the dough of flour and water and puts it into an oven that is very hot.',
      'kneading doughs for ovens',
    ],
    [
      'The readers of the library borrow books on the ground floor and return them to a machine.',
      'borrowing a book from libraries',
    ],
  ],
  de: [
    [
      'Die Imker und ihre Bienenvölker: der Honig wird im Sommer geerntet und in Gläsern verkauft.',
      'Wie ernten die Imker von Bienenvölkern',
    ],
    [
      'Der Akku wird mit einem Ladegerät geladen, das an der Steckdose des Hauses hängt.',
      'Ladegeräte und Steckdosen in Häusern',
    ],
    [
      'Der Bäcker backt das Brot in einem Steinofen und verkauft es auf dem Markt.',
      'Brote aus Steinöfen',
    ],
    [
      'Die Bücherei leiht Romane und Zeitschriften aus und ist nicht am Sonntag geöffnet.',
      'Roman und Zeitschrift in der Bücherei',
    ],
  ],
  fr: [
    [
      'Les abeilles de la ruche dansent pour montrer où sont les fleurs des champs.',
      'danse des abeilles et fleur des ruches',
    ],
    [
      'La pile est rechargée par un chargeur qui est branché sur une prise dans le mur.',
      'chargeurs et prises pour les piles',
    ],
    [
      'Le boulanger pétrit la pâte et la met dans un fourneau avec du bois.',
      'les fourneaux du boulanger',
    ],
    [
      'La bibliothèque prête des romans et des journaux aux lecteurs de la ville.',
      'roman et journal pour le lecteur',
    ],
  ],
  es: [
    [
      'Las abejas de la colmena buscan el néctar en las flores del valle durante la primavera.',
      'néctar para una abeja en colmenas',
    ],
    [
      'La pila se recarga con un cargador que está en la pared de la cocina.',
      'los cargadores de pilas en paredes',
    ],
    [
      'El panadero amasa la harina con agua y la hornea en una piedra caliente.',
      'panaderos con harinas y piedras',
    ],
    [
      'La biblioteca presta las novelas a los lectores que viven en la ciudad.',
      'el lector de una novela',
    ],
  ],
  it: [
    [
      'Le api della colonia raccolgono il polline nei campi e nelle siepi del paese.',
      'il polline della siepe per le colonie',
    ],
    [
      'La pila viene ricaricata con un caricatore che si trova nella scatola.',
      'i caricatori nelle scatole',
    ],
    [
      'Il fornaio impasta la farina e cuoce le pagnotte nel forno a legna.',
      'una pagnotta del fornaio nei forni',
    ],
    [
      'Gli scaffali della sala di lettura sono pieni di romanzi e di giornali vecchi.',
      'un romanzo sullo scaffale delle sale',
    ],
  ],
  pt: [
    [
      'As abelhas da colmeia não voam quando chove e ficam no ninho com os filhotes.',
      'uma abelha no ninho com o filhote',
    ],
    [
      'A pilha é recarregada em casa com um carregador que também serve para telefones.',
      'os carregadores para um telefone',
    ],
    [
      'O padeiro faz os pães pela manhã e os vende com manteiga e queijo na praça.',
      'um pão do padeiro com queijos',
    ],
    [
      'Os leitores da sala levam os romances até o balcão e não pagam nada.',
      'o leitor e um romance nos balcões',
    ],
  ],
  nl: [
    [
      'De bijen zijn in de kast en maken honing van het stuifmeel uit de boomgaard.',
      'honing van een bij in kasten van boomgaarden',
    ],
    [
      'Het accupakket wordt met een lader opgeladen, die ook voor de fietsen wordt gebruikt.',
      'laders voor een fiets',
    ],
    [
      'De bakker maakt het deeg van rogge en bakt het brood in een steenoven.',
      'broden uit steenovens van de bakkers',
    ],
    [
      'De boeken van de leeszaal zijn oud en worden niet uitgeleend aan studenten.',
      'een boek voor de student in leeszalen',
    ],
  ],
  sv: [
    [
      'Bina i kupan samlar nektar från blommorna på ängen och gör honung till vintern.',
      'nektar från en blomma för bikupan på ängar',
    ],
    [
      'Batteriet laddas av en laddare som sitter i garaget och inte i bilen.',
      'laddaren för bilar i ett garage som är',
    ],
    [
      'Bagaren bakar limpor av råg och säljer dem på torget för fem kronor.',
      'en limpa av bagare på torg',
    ],
    [
      'Läsarna lånar böcker från hyllorna och lämnar tillbaka dem till vakten.',
      'en hylla för läsare som lånar',
    ],
  ],
  ru: [
    [
      'Пчёлы в улье собирают нектар с цветков и делают мёд на зиму.',
      'нектар цветка для пчелы в ульях',
    ],
    [
      'Аккумулятор заряжается от солнечной панели и не боится мороза.',
      'заряд аккумуляторов от солнечных панелей на морозе',
    ],
    ['Пекарь месит тесто из муки и печёт хлеб в каменной печи.', 'хлеба пекарей в каменных печах'],
    [
      'Читатели берут книги в библиотеке и возвращают их через месяц.',
      'книга для читателя в библиотеках',
    ],
  ],
  tr: [
    [
      'Arılar kovanda bal yapar ve kış için bu balı petekte saklar.',
      'kovanlar ve petekler için bir arı',
    ],
    [
      'Batarya güneş paneli ile şarj olur ve daha sonra lambaya akım verir.',
      'bataryaları şarj eden güneş panelleri ve',
    ],
    [
      'Fırıncı hamuru un ve su ile yoğurur, ekmek için ısıtıcı bir taş kullanır.',
      'ekmekler için ISITICI taşlar',
    ],
    [
      'Okuyucular kitabı kütüphane rafından alır ve bir ay sonra geri verir.',
      'kütüphanelerde okuyucu ve kitaplar',
    ],
  ],
  ar: [
    ['النحل في الخلية يجمع الرحيق من الأزهار ويصنع العسل في الصيف.', 'رحيق الزهرة والعسل من خلية'],
    ['تشحن البطارية من اللوح الشمسي في النهار وتعطي التيار إلى المصباح.', 'بطارية ولوح شمسي'],
    ['الخباز يعجن الدقيق مع الماء ثم يضع الخبز في الفرن الساخن.', 'خباز وفرن ودقيق'],
    ['القارئ يستعير الكتاب من المكتبة ثم يعيده بعد شهر.', 'كتاب في مكتبات'],
  ],
  he: [
    ['הדבורים בכוורת אוספות צוף מן הפרחים ומכינות דבש לקראת החורף.', 'כוורת של דבורים ודבש'],
    ['הסוללה נטענת מן הלוח הסולארי ביום ונותנת זרם למנורה בלילה.', 'סוללה עם לוח סולארי'],
    ['האופה לש את הבצק מקמח וממים ואופה את הלחם בתנור.', 'בצק ולחם של אופה'],
    ['הקוראים שואלים ספרים מן הספרייה ומחזירים אותם אחרי חודש.', 'קוראים בספרייה'],
  ],
  hi: [
    ['मधुमक्खियाँ छत्ते में रहती हैं और फूलों से रस लेकर शहद बनाती हैं।', 'छत्ता और मधुमक्खी का शहद'],
    [
      'बैटरी को दिन में सौर पैनल से बिजली दी जाती है और यह रात को दीपक जलाती है।',
      'सौर पैनलों से बैटरियों की बिजली',
    ],
    ['नानबाई आटा गूँधता है और रोटी को गरम तंदूर में सेंकता है।', 'रोटियों के लिए तंदूर और आटे'],
    ['पाठक पुस्तकालय से क़िताबें लेते हैं और एक महीने बाद लौटाते हैं।', 'पुस्तकालयों की किताब'],
  ],
  ko: [
    ['꿀벌은 벌집에서 꿀을 만들고 겨울을 위해 저장한다.', '벌집의 꿀벌'],
    ['배터리는 낮에 태양광 패널로 충전되고 밤에 전등을 켠다.', '태양광 패널과 배터리의 충전'],
    ['제빵사는 밀가루와 물로 반죽을 만들고 오븐에서 빵을 굽는다.', '오븐에 넣은 반죽은 밀가루'],
    ['독자는 도서관에서 책을 빌리고 한 달 뒤에 반납한다.', '도서관의 책과 독자'],
  ],
  zh: [
    ['这些蜜蜂在蜂箱里把花蜜酿成了蜂蜜，为冬天做的准备很充分。', '蜜蜂與蜂箱的花蜜'],
    ['電池是由太陽能電板在白天充電的，它為夜間的電燈提供電流。', '太阳能电板给电池充电'],
    ['面包师把面粉与水揉成面团，从烤箱里取出的面包很香。', '麵包師的麵團與烤箱'],
    ['讀者從圖書館借書，這是為學生準備的閱覽室。', '图书馆的读者和阅览室'],
  ],
  ja: [
    ['ミツバチは巣箱の中で花の蜜から蜂蜜を作り、冬に備える。', 'ミツバチの巣箱'],
    ['電池は昼に太陽光の板で充電され、夜に電灯をつける。', '太陽光の板と電池'],
    ['職人は小麦粉と水をこねて、石の窯でパンを焼く。', '石の窯とパン'],
    ['学生は図書館で本を借りて、一か月後に返す。', '図書館で借りる本'],
  ],
};

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('languages of one index', () => {
  const rows = Object.entries(PROBES).flatMap(([language, probes]) =>
    probes.map(([text, question], i) => ({ id: `${language}-${i}`, language, text, question })),
  );
  const built = buildFromCsv(
    ['id,text', ...rows.map(({ id, text }) => `${id},${quoted(text)}`)].join('\n'),
  );

  it('are told', () => {
    const texts = rows.map(({ text }) => text);
    expect(languagesOfTexts(texts).toSorted()).toEqual(Object.keys(PROBES).toSorted());
  });

  it.each(Object.keys(PROBES) as Language[])(
    '%s: rows are found by other forms',
    async (language) => {
      const { index } = await built;
      const asked = rows.filter((row) => row.language === language);
      const first = [];
      for (const { question } of asked) {
        const { hits } = await index.search({ text: question, limit: 1, fields: ['id'] });
        first.push(hits[0]?.row.id);
      }
      expect(first).toEqual(asked.map(({ id }) => id));
      expect(detectLanguage(asked.map(({ text }) => text))).toBe(language);
    },
  );

  it('apply to each cell: a title without function words is read as the rest of its row', async () => {
    const { index } = await buildFromCsv(
      [
        'id,title,text',
        '1,Häuser,"Die Wände sind aus Holz und werden mit Lehm verputzt, wie es früher war."',
        '2,Cars and engines,The engines of the cars are made of steel and not of iron.',
        '3,Windmühlen,"Der Wind treibt die Flügel an, und das Korn wird zu Mehl."',
        '4,Mills,The wind turns the sails and the grain is ground to flour.',
      ].join('\n'),
    );
    const first = async (text: string) => {
      const { hits } = await index.search({
        text,
        limit: 1,
        fields: ['id', 'title'],
        explain: true,
      });
      return hits[0];
    };
    // Neither word tells its language, so both are tried.
    expect(await first('Haus')).toMatchObject({
      row: { id: '1' },
      highlights: { title: [[0, 6]] },
    });
    expect(await first('Windmühle')).toMatchObject({ row: { id: '3' } });
    expect(await first('mill')).toMatchObject({ row: { id: '4' } });
    expect(await first('engine')).toMatchObject({
      row: { id: '2' },
      passage: { termRanges: [[4, 11]] },
      explanation: { terms: [{ term: 'engin' }] },
    });
  });
});
