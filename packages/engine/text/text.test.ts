import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowableU32 } from '../file/growable.ts';
import { createAnalyzer } from './analyze.ts';
import { BulkScanner } from './bulk-scanner.ts';
import { detectLanguage } from './detect-language.ts';
import { exactWords } from './exact-words.ts';
import type { Language } from './languages.ts';
import { stemEnglish } from './stem-english.ts';
import { TermScanner } from './term-scanner.ts';
import { tokenize } from './tokenize.ts';

const words = (text: string) => {
  const found: string[] = [];
  tokenize(text, (word) => found.push(word));
  return found;
};

describe('tokenize', () => {
  it.each([
    ["The nation's well-known U.S. code A61K-8/00", 'the nation well known u s code a61k 8 00'],
    ['Résumé, naïve Ｆｕｌｌ ＷＩＤＴＨ', 'résumé naïve full width'],
    ['<p class="x">a&nbsp;b &amp; c</p> 1 < 2 > 0', 'a b c 1 2 0'],
    ['東京都', '東京 京都'],
    ['हिन्दी भाषा', 'हिन्दी भाषा'],
  ])('splits %s', (text, expected) => {
    expect(words(text).join(' ')).toBe(expected);
  });

  it('takes each emoji as a word, without its colour and form', () => {
    const words: string[] = [];
    tokenize('I❤️bees 👍🏽😀 ⏰™ ▪', (word) => words.push(word));
    expect(words).toEqual(['i', '❤', 'bees', '👍', '😀', '⏰']);
  });

  it('gives the offsets of every word in the original text', () => {
    const text = '<b>Élan</b> vital 😀 東京都';
    const pieces: string[] = [];
    tokenize(text, (_, start, end) => pieces.push(text.slice(start, end)));
    expect(pieces).toEqual(['Élan', 'vital', '😀', '東京', '京都']);
  });
});

const MARKUP = /^(?:<[a-z/!][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});)/i;
const WORD = /^[\p{L}\p{N}\p{M}]+/u;
const POSSESSIVE = /^['\u2019]s(?=$|[\0-\x7f])(?![a-z0-9])/i;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const EMOJI =
  /^(?!\p{Emoji_Modifier})(?:\p{Emoji_Presentation}|(?=[\u2600-\u{10ffff}])\p{Extended_Pictographic})/u;

/** Places of the words of a text by regular expressions: the rules a second time. */
function placesByPatterns(text: string): [number, number][] {
  const places: [number, number][] = [];
  for (let i = 0; i < text.length; ) {
    const markup = MARKUP.exec(text.slice(i, i + 256));
    const emoji = EMOJI.exec(text.slice(i))?.[0].length;
    if (emoji) {
      places.push([i, i + emoji]);
      i += emoji + (text[i + emoji] === '\ufe0f' ? 1 : 0);
      continue;
    }
    const word = WORD.exec(text.slice(i))?.[0];
    if (markup || !word) {
      i += markup?.[0].length ?? 1;
      continue;
    }
    const characters = UNSPACED.test(word) ? Array.from(word) : [word];
    let at = i;
    characters.slice(0, Math.max(1, characters.length - 1)).forEach((character, c) => {
      places.push([at, at + character.length + (characters[c + 1]?.length ?? 0)]);
      at += character.length;
    });
    i += word.length;
    i += POSSESSIVE.exec(text.slice(i))?.[0].length ?? 0;
  }
  return places;
}

describe('TermScanner', () => {
  const analyzer = createAnalyzer('en');
  const scanned = (text: string) => {
    const scanner = new TermScanner([analyzer]);
    const numbers = new GrowableU32();
    // Bytes around the text must not be looked at.
    const bytes = new TextEncoder().encode(`x;'s>${text}9;'s>`);
    const terms: string[] = [];
    scanner.scan(bytes, 5, bytes.length - 5, numbers);
    for (const number of numbers.view()) terms.push(scanner.terms[number]!);
    return { scanner, terms };
  };
  const analyzed = (text: string) => {
    const terms: string[] = [];
    analyzer.terms(text, (term) => terms.push(term));
    return terms;
  };

  const piece = fc.oneof(
    fc.constantFrom(
      ..."<p class=\"é\">|</b>|<!--|&amp;|&#233;|&#xE9;|&notanentity;|\u2019s|'s |'S|x'st|the |".split(
        '|',
      ),
      ...'Élan|ＦＵＬＬ|東京都|日a|AB日|ไทย|हिन्दी|مَرحبا|😀|❤\ufe0f|👍🏽|😀é|™|𝒳𝒴|İ|ß|e\u0301|\u0301|\u2014|don\u2019t'.split(
        '|',
      ),
      'x'.repeat(63),
      'Y'.repeat(64),
      'é'.repeat(70),
      '\u2014',
      "\u2014's's",
      `<${'é'.repeat(253)}>`,
      `<a${'é'.repeat(253)}>`,
      `<a${'é'.repeat(254)}>`,
      `<a${'😀'.repeat(127)}>`,
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({ maxLength: 12 }),
  );

  it('finds the terms of any text in its bytes', () => {
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (written) => {
        expect(scanned(written).terms).toEqual(analyzed(written));
        const places: [number, number][] = [];
        tokenize(written, (_, start, end) => places.push([start, end]));
        expect(places).toEqual(placesByPatterns(written));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([1, 2])('finds the same in bulk, on %i threads', (threads) => {
    const cell = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const batches = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 3 });
    fc.assert(
      fc.property(batches, (written) => {
        const [single, shared] = [new TermScanner([analyzer]), new TermScanner([analyzer], true)];
        const tokens = new GrowableU32();
        const bulk = new BulkScanner(shared, threads, 0, true);
        const lasts: number[] = [];
        for (const cells of written) {
          const texts = cells.map((text) => new TextEncoder().encode(text));
          const bytes = Buffer.concat(texts);
          const ends = new Uint32Array(texts.length);
          texts.forEach((text, i) => {
            ends[i] = (ends[i - 1] ?? 0) + text.length;
          });
          const starts = ends.map((end, i) => end - texts[i]!.length);
          starts.forEach((start, i) => {
            single.scan(bytes, start, ends[i]!, tokens);
            lasts.push(tokens.length);
          });
          bulk.add(bytes, starts, ends);
        }
        bulk.finish();
        expect(shared.terms).toEqual(single.terms);
        expect(Array.from(bulk.tokens.view())).toEqual(Array.from(tokens.view()));
        expect(Array.from(bulk.ends.view())).toEqual(lasts);
        expect(shared.surfaces()).toEqual(single.surfaces());
        const forms = Array.from(bulk.forms!.view(), (form) => shared.forms[form]);
        const cells = written.flat().map((cell) => exactWords(cell).map(({ word }) => word));
        expect(forms).toEqual(cells.flat());
        const formEnds = cells.map((_, i) => cells.slice(0, i + 1).flat().length);
        expect(Array.from(bulk.formEnds.view())).toEqual(formEnds);
      }),
      { numRuns: threads === 1 ? 300 : 20 },
    );
  });

  it('finds the same in bulk where cells are too many, too long or have too many words', () => {
    const words = (count: number, first: number) =>
      Array.from({ length: count }, (_, i) => `w${first + i}`).join(' ');
    const cells = [
      ...Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? '' : 'a few words')),
      words(30_000, 0),
      words(1_000, 0),
      'x'.repeat(300_000),
      ...Array.from({ length: 40 }, (_, i) => words(2_000, 30_000 + 900 * i)),
      ...Array.from({ length: 330_000 }, () => 'b'),
      'the last Café’s word',
    ];
    const bytes = new TextEncoder().encode(cells.join(''));
    const ends = new Uint32Array(cells.length);
    let end = 0;
    cells.forEach((cell, i) => {
      end += Buffer.byteLength(cell);
      ends[i] = end;
    });
    const starts = Uint32Array.from(ends, (_, i) => (i === 0 ? 0 : ends[i - 1]!));
    const [single, shared] = [new TermScanner([analyzer]), new TermScanner([analyzer])];
    const tokens = new GrowableU32();
    cells.forEach((_, i) => {
      single.scan(bytes, starts[i]!, ends[i]!, tokens);
    });
    const bulk = new BulkScanner(shared, 2);
    bulk.add(bytes, starts, ends);
    bulk.finish();
    expect(shared.terms).toEqual(single.terms);
    expect(Buffer.from(bulk.tokens.view()).equals(Buffer.from(tokens.view()))).toBe(true);
    expect(bulk.ends.at(cells.length - 1)).toBe(tokens.length);
    expect(shared.surfaces()).toEqual(single.surfaces());
  });

  it('compares words without case, accents and marks, and other scripts by characters', () => {
    const words = (text: string) => exactWords(text).map(({ word }) => word);
    expect(words('State-of-the-ART Cafés’s <b>naïve</b>')).toEqual(
      words('state of the art cafes naive'),
    );
    expect(words('自動車x ひ')).toEqual(['自', '動', '車', 'x', 'ひ']);
    expect(exactWords('bee* h*ive 自*')).toEqual([
      { word: 'bee', isBeginning: true },
      { word: 'h', isBeginning: true },
      { word: 'ive', isBeginning: false },
      { word: '自', isBeginning: true },
    ]);
  });

  it('returns the most frequent word form of a term', () => {
    const { scanner, terms } = scanned('Élan élan ELAN Relational relations RELATIONAL');
    expect(terms).toEqual(['elan', 'elan', 'elan', 'relat', 'relat', 'relat']);
    expect(scanner.surfaces()).toEqual(['élan', 'relational']);
  });

  it('keeps words apart while its table grows', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
    expect(scanned(words.join(' ')).scanner.terms).toEqual(words);
  });
});

describe('stemEnglish', () => {
  // From the vocabulary published with the algorithm, https://snowballstem.org.
  it.each([
    ['consigned', 'consign'],
    ['consistency', 'consist'],
    ['consolation', 'consol'],
    ['knightly', 'knight'],
    ['knives', 'knive'],
    ['generously', 'generous'],
    ['communication', 'communic'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['relational', 'relat'],
    ['happily', 'happili'],
    ['skies', 'sky'],
    ['succeeding', 'succeed'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['dying', 'die'],
    ['gas', 'gas'],
    ['kiwis', 'kiwi'],
    ['sensational', 'sensat'],
    ['electricity', 'electr'],
    ['adjustable', 'adjust'],
    ['controlling', 'control'],
    ['probate', 'probat'],
  ])('%s → %s', (word, stem) => {
    expect(stemEnglish(word)).toBe(stem);
  });
});

describe('stemLight', () => {
  const stems = (language: Language, group: string) => {
    const { termOf } = createAnalyzer(language);
    return words(group).map(termOf);
  };

  it.each<[Language, string]>([
    ['de', 'Haus Häuser Hauses Häusern'],
    ['de', 'Motor Motoren Motors'],
    ['de', 'Kind Kinder Kindern Kindes'],
    ['de', 'schnell schnelle schnellen schneller schnelles schnellem'],
    ['de', 'Verfahren Verfahrens'],
    ['de', 'Wasser Wassers'],
    ['de', 'Lehrer Lehrers Lehrern'],
    ['de', 'Studentin Studentinnen'],
    ['de', 'Straße Straßen Strasse'],
    ['de', 'Universität Universitäten'],
    ['nl', 'huis huizen'],
    ['nl', 'kind kinderen'],
    ['nl', 'cel cellen'],
    ['nl', 'boom bomen'],
    ['nl', 'snel snelle'],
    ['nl', 'dag dagen'],
    ['nl', 'brief brieven'],
    ['nl', 'wagen wagens'],
    ['nl', 'materiaal materialen'],
    ['nl', 'mogelijkheid mogelijkheden'],
    ['fr', 'cheval chevaux'],
    ['fr', 'bateau bateaux'],
    ['fr', 'heureux heureuse heureuses'],
    ['fr', 'chercheur chercheurs chercheuse'],
    ['fr', 'actif active actifs actives'],
    ['fr', 'national nationale nationaux nationales'],
    ['fr', 'traditionnel traditionnelle traditionnels'],
    ['fr', 'développement développements'],
    ['es', 'luz luces'],
    ['es', 'nación naciones'],
    ['es', 'eléctrico eléctrica eléctricos eléctricas'],
    ['es', 'vehículo vehículos'],
    ['it', 'banca banche'],
    ['it', 'lago laghi'],
    ['it', 'elettrico elettrica elettrici elettriche'],
    ['it', 'motore motori'],
    ['pt', 'avião aviões'],
    ['pt', 'animal animais'],
    ['pt', 'hotel hotéis'],
    ['pt', 'imagem imagens'],
    ['pt', 'elétrico elétrica elétricos elétricas'],
    ['pt', 'luz luzes'],
  ])('%s: %s meet', (language, group) => {
    expect(new Set(stems(language, group)).size).toBe(1);
  });

  it.each<[Language, string]>([
    ['de', 'Haus Hase Haut'],
    ['de', 'Kind Kinn Kino'],
    ['de', 'Wein Weise Weite'],
    ['de', 'Mutter Mut'],
    ['de', 'Virus  Vier'],
    ['nl', 'boom bom'],
    ['nl', 'man maan'],
    ['nl', 'plaat plaats plat'],
    ['nl', 'huis hut huid'],
    ['fr', 'cheval chevet cheveu'],
    ['fr', 'fleur fleuve'],
    ['fr', 'peur peu'],
    ['fr', 'taux tal'],
    ['fr', 'hiver hiv'],
    ['fr', 'poisson poison'],
    ['fr', 'moteur moto'],
    ['es', 'papa papel'],
    ['es', 'pez peso'],
    ['es', 'mar marca'],
    ['it', 'lago lama'],
    ['it', 'mondo moda'],
    ['it', 'libro libbra'],
    ['pt', 'pão pau'],
    ['pt', 'mão mãe'],
    ['pt', 'pote ponte'],
  ])('%s: %s stay apart', (language, group) => {
    const found = stems(language, group);
    expect(new Set(found).size).toBe(found.length);
  });

  it.each<Language>(['de', 'nl', 'fr', 'es', 'it', 'pt'])(
    '%s: leaves short words whole and never makes a stem of fewer than three letters',
    (language) => {
      const { termOf } = createAnalyzer(language);
      const word = fc.string({ unit: fc.constantFrom(...'aeiousnrtlxvz'), minLength: 1 });
      fc.assert(
        fc.property(word, (text) => {
          const stem = termOf(text);
          if (stem === '') return;
          expect(stem.length).toBeGreaterThanOrEqual(Math.min(3, text.length));
          expect(stem.length).toBeLessThanOrEqual(text.length + 1);
        }),
      );
    },
  );
});

describe('stems of other languages', () => {
  it.each<[Language, string]>([
    ['ru', 'русский русская русские'],
    ['ru', 'бумага бумаги'],
    ['sv', 'flicka flickor flickorna'],
    ['da', 'maskine maskinen maskiner maskinerne'],
    ['no', 'batteri batteriet batterier batteriene'],
    ['fi', 'kone koneen koneet koneissa'],
    ['hu', 'akkumulátor akkumulátorok akkumulátort AKKUMULATOR'],
    ['ro', 'mașină mașini mașinile'],
    ['tr', 'kitap kitaplar kitapta'],
    ['tr', 'ısıtıcı ISITICI isitici'],
    ['tr', 'İstanbul istanbul ISTANBUL'],
    ['hi', 'किताब किताबें किताबों क़िताब'],
    ['id', 'baca membaca dibaca'],
    ['bg', 'машина машината машини машините'],
    ['uk', 'машина машини машин машиною'],
    ['ar', 'كتاب الكتاب والكتاب بالكتاب كتابه'],
    ['ar', 'مكتبة المكتبة مكتبات والمكتبات'],
    ['ar', 'أحمد احمد'],
    ['he', 'מחשב המחשב ומחשב'],
    ['he', 'ספרייה בספרייה הספרייה לספרייה ובספרייה'],
    ['ko', '배터리 배터리를 배터리는 배터리의 배터리에서 배터리에서는'],
    ['ko', '고양이 고양이가 고양이를'],
  ])('%s: %s meet', (language, group) => {
    const { termOf } = createAnalyzer(language);
    expect(new Set(words(group).map(termOf)).size).toBe(1);
  });
});

describe('words with accents', () => {
  it.each<[Language, string]>([
    ['fr', 'ÉLECTRICITÉ électricité electricite'],
    ['de', 'Müller Muller'],
    ['und', 'Łódź łódź'],
  ])('%s: %s are one term', (language, group) => {
    const { termOf } = createAnalyzer(language);
    expect(new Set(words(group).map(termOf)).size).toBe(1);
  });

  it('are ignored in queries if they are stop words', () => {
    expect(createAnalyzer('fr').isQueryStop('été')).toBe(true);
    expect(createAnalyzer('fr').isQueryStop('quelles')).toBe(true);
  });
});

describe('detectLanguage', () => {
  it.each<[Language, string]>([
    ['ru', 'Библиотека открывается утром, и читатели находят в ней много старых книг.'],
    ['sv', 'Biblioteket öppnar på morgonen och läsarna hittar många gamla böcker där.'],
  ])('recognises %s: %s', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });

  it.each<[Language, string]>([
    ['da', 'Biblioteket åbner om morgenen, og læserne finder mange gamle bøger der.'],
    ['da', 'En fremgangsmåde til fremstilling af papir, hvor fibrene ikke bliver våde'],
    ['no', 'Biblioteket åpner om morgenen, og leserne finner noen av de gamle bøkene der.'],
    ['no', 'En fremgangsmåte for fremstilling av papir, hvor fibrene ikke blir våte'],
    ['sv', 'Ett förfarande för framställning av papper, där fibrerna inte blir våta'],
    [
      'fi',
      'Kirjasto avataan aamulla, ja lukijat löytävät sieltä vanhoja kirjoja, jotka ovat harvinaisia.',
    ],
    ['hu', 'A könyvtár reggel nyit, és az olvasók sok régi könyvet találnak, amely ott van.'],
    [
      'ro',
      'Biblioteca se deschide dimineața, iar cititorii găsesc în ea multe cărți care sunt vechi.',
    ],
    ['es', 'La biblioteca se abre por la mañana y los lectores encuentran en ella muchos libros.'],
    ['tr', 'Kütüphane sabah açılır ve okuyucular orada çok eski bir kitap bulur.'],
    ['id', 'Perpustakaan itu dibuka pada pagi hari dan pembaca menemukan buku yang tua di sana.'],
    [
      'bg',
      'Библиотеката се отваря сутрин и читателите намират в нея много стари книги, които са редки.',
    ],
    [
      'uk',
      'Бібліотека відкривається зранку, і читачі знаходять у ній багато старих книг, що є рідкісними.',
    ],
    ['ar', 'تفتح المكتبة في الصباح ويجد القراء فيها من الكتب القديمة ما هو نادر.'],
    ['he', 'הספרייה נפתחת בבוקר והקוראים מוצאים בה את הספרים הישנים של העיר.'],
    ['ko', '도서관은 아침에 문을 열고, 독자들은 그 곳에 있는 오래된 책을 찾을 수 있다.'],
    ['hi', 'पुस्तकालय सुबह खुलता है और पाठक वहाँ पुरानी किताबें पाते हैं।'],
    ['und', 'کتابخانه صبح باز می‌شود و خوانندگان کتاب‌های قدیمی را پیدا می‌کنند.'],
  ])('tells neighbours apart, and recognises %s: %s', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });

  it.each<[Language, string]>([
    ['en', 'muscle weakness patients treated thyroid hormone secretion increasing severity'],
    ['de', 'Bibliothek Öffnung Möglichkeiten Herstellung Verfahren Papier städtische Verwaltung'],
    ['und', 'A61K31X C12N15X H04L9XX G06F17Y B60W30Z XK9QQQ ZZT4QR QW8PPL'],
    ['und', 'Biblioteka otwiera czytelnicy znajdują starych książek archiwum miejskie'],
  ])('recognises %s without stop words, by word endings: %s', (language, text) => {
    expect(detectLanguage(Array.from({ length: 40 }, () => text))).toBe(language);
  });

  it.each([
    ['en', 'The quick fox jumps over the lazy dog and it is not tired'],
    ['en', 'Method and apparatus for cutting bread'],
    ['en', 'A study of bees'],
    ['de', 'Der schnelle Fuchs springt über den faulen Hund und ist nicht müde'],
    ['de', 'Verfahren zur Herstellung von Papier'],
    ['de', 'Wir zeigen, dass tiefe Netze schneller lernen'],
    ['fr', 'Le renard rapide saute par dessus le chien et il est dans la forêt'],
    ['fr', 'Nous montrons que les réseaux apprennent plus vite'],
    ['fr', "L'influence du climat sur les forêts"],
    ['es', 'El zorro salta sobre el perro y no es la primera vez en la historia'],
    ['es', 'La batería se carga con un panel solar'],
    ['it', 'La batteria si carica con un pannello solare'],
    ['it', "L'influenza del clima sulle foreste"],
    ['it', 'Storia della città di Roma'],
    ['pt', 'A bateria é carregada com um painel solar'],
    ['pt', 'Mostramos que as redes não aprendem mais rápido'],
    ['nl', 'De batterij wordt met stroom geladen'],
    ['nl', 'Geschiedenis van de stad Utrecht en het graafschap'],
    ['und', '東京都 大阪府 京都市'],
    ['ru', 'Способ изготовления бумаги известен на заводе много лет'],
    ['und', 'A61K C12N H04L'],
    ['und', 'Paris Berlin Roma Madrid'],
    ['und', ''],
  ])('recognises %s: %s', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });

  it('takes the language of most words in a mixed dataset', () => {
    const english = 'The battery is charged by the sun and stores energy for the night.';
    const german = 'Die Batterie wird von der Sonne geladen und speichert Strom für die Nacht.';
    expect(detectLanguage([english, german, english])).toBe('en');
    expect(detectLanguage([german, 'Solar panel 40 W', german, english])).toBe('de');
  });

  it('is not misled by words that several languages share', () => {
    expect(detectLanguage(['Museo de la ciudad de la plata y el oro'])).toBe('es');
    expect(detectLanguage(['Musée de la ville de Paris et de la Seine'])).toBe('fr');
  });
});
