import { describe, expect, it } from 'vitest';
import { dumpHead, pageXml } from '../test-files/made-up.ts';
import { patentTexts } from './format.ts';
import { wikipedia } from './wikipedia.ts';

const read = (page: string, head = dumpHead) =>
  wikipedia.formatOf(Buffer.from(head), { patentTexts })!.read(Buffer.from(page.trimStart()));

/** The article that a wikitext becomes. */
function articleOf(text: string): string {
  const outcome = read(pageXml({ text }));
  if (!('row' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.row[2]!;
}

describe('a page', () => {
  it('gives id, title, article and link', () => {
    expect(read(pageXml({ id: 42, title: 'AC/DC & C++?', text: 'Loud.' }))).toEqual({
      row: [
        '42',
        'AC/DC & C++?',
        'Loud.',
        'https://en.wikipedia.org/wiki/AC/DC_%26_C%2B%2B%3F',
        '2031-01-07',
      ],
    });
  });

  it('links to the wiki of the dump', () => {
    const german = dumpHead.replace(
      'en.wikipedia.org/wiki/Main_Page',
      'de.wikipedia.org/wiki/Start',
    );
    expect(read(pageXml(), german)).toHaveProperty(
      'row.3',
      'https://de.wikipedia.org/wiki/Glass_harmonica',
    );
  });

  it.each([
    ['a talk page', { ns: 1 }],
    ['a redirect', { redirect: 'Glass armonica' }],
    ['a page of data', { model: 'json' }],
  ])('is passed over if it is %s', (_, page) => {
    expect(read(pageXml(page))).toEqual({ skipped: true });
  });

  it.each([
    ['is not well-formed', pageXml().replace('</revision>', ''), /cannot be read as XML/],
    ['has no end', pageXml().replace('</page>', ''), /has no end/],
    ['has no title', pageXml({ title: '' }), /no id, title or revision/],
    ['has no text', pageXml({ text: '{{Infobox}}' }), /article 1 \(Glass harmonica\) has no text/],
  ])('is rejected if it %s', (_, page, reason) => {
    expect(read(page)).toEqual({ reason: expect.stringMatching(reason) });
  });

  it('is detected by the head of its dump', () => {
    expect(wikipedia.formatOf(Buffer.from('<html><body>'), { patentTexts })).toBeUndefined();
    expect(wikipedia.formatOf(Buffer.from('<mediawiki><page>'), { patentTexts })).toBeUndefined();
  });
});

describe('wikitext', () => {
  it.each([
    ['emphasis', "The '''glass''' is ''wet''.", 'The glass is wet.'],
    ['links', '[[Glass]], [[wine glass|glasses]] and [[glass]]es.', 'Glass, glasses and glasses.'],
    ['web links', 'See [https://a.example the page] and [https://a.example].', 'See the page and.'],
    [
      'files with links in their captions',
      '[[File:A.jpg|thumb|A [[glass]] [[of|x]] it]]Wet.',
      'Wet.',
    ],
    ['categories and other languages', 'Wet.[[Category:Glass]][[de:Glas]]', 'Wet.'],
    ['a link to a category', 'See [[:Category:Glass]].', 'See Category:Glass.'],
    [
      'references',
      'Wet.<ref name="a">{{cite web|url=x}} [[y]]</ref><ref name="a" /> Dry.',
      'Wet. Dry.',
    ],
    ['comments', 'Wet<!-- {{ never [[ closed --> glass.', 'Wet glass.'],
    ['templates in templates', '{{Infobox|a={{birth|{{b}}}}|c=[[d]]}}Wet.', 'Wet.'],
    ['templates that are words', '{{lang|fr|verre}} of {{convert|3|km|mi}}', 'verre of 3 km'],
    [
      'templates with content',
      'Acids such as {{chem|H|2|SO|4}}, {{chem2|HNO3}} and {{langx|de|Säure}}: {{US$|5 million}} for {{val|1.5|e=6|u=kg}}.',
      'Acids such as H2SO4, HNO3 and Säure: US$5 million for 1.5×10^6 kg.',
    ],
    [
      'templates of dates',
      'Born {{birth date|1879|3|14}}, died {{death date and age|1955|04|18|1879|3|14|df=yes}}; since {{start date|1905|6}}, {{start date|1900}}.',
      'Born March 14, 1879, died 18 April 1955; since June 1905, 1900.',
    ],
    [
      'exponents',
      '10<sup>6</sup> m<sup>2</sup>, 10<sup>&minus;3</sup>, the 1<sup>st</sup>',
      '10^6 m2, 10^−3, the 1st',
    ],
    ['brackets that a template leaves empty', 'A glass ({{IPA|x}}) is wet.', 'A glass is wet.'],
    ['tables, also in tables', 'Wet\n{|\n|a\n{|\n|b\n|}\n|}\nglass', 'Wet\nglass'],
    ['a table in a template', '{{box|\n{|\n|a\n|}}}Wet.', 'Wet.'],
    ['formulas', 'It is <math>x_1 < 2</math> wet.', 'It is wet.'],
    ['entities', 'Wet &amp; dry &ndash; 5&nbsp;mm &#8364;', 'Wet & dry – 5 mm €'],
    ['tags', 'Wet<br/>glass <small>here</small>', 'Wet\nglass here'],
    ['text that is not markup', '<nowiki>[[x]] {{y}}</nowiki> 1 < 2', '[[x]] {{y}} 1 < 2'],
    [
      'lists',
      '* wet\n** [[dry]]\n# first\n; term: definition',
      'wet\ndry\nfirst\nterm: definition',
    ],
    ['switches', '__NOTOC__\nWet.', 'Wet.'],
    ['headings, but none without text', '== A ==\n=== B ===\nWet.\n== C ==\n== D ==', 'A\nB\nWet.'],
  ])('reads %s', (_, text, article) => {
    expect(articleOf(text)).toBe(article);
  });

  it.each([
    ['a template', 'Wet {{never closed [[glass]] here', /^Wet.*glass here$/],
    ['a link', 'Wet [[glass {{t}} here', /^Wet glass here$/],
    ['a reference', 'Wet <ref>glass here', /^Wet glass here$/],
    ['a table', 'Wet\n{|\n| never', /^Wet$/],
    ['what was not opened', 'Wet }} ]] | glass', /^Wet \}\} \]\] \| glass$/],
  ])('gets over %s that is not closed', (_, text, article) => {
    expect(articleOf(text)).toMatch(article);
  });

  // Known to take parsers quadratic time, which is minutes for these lengths.
  it.each([
    '{{',
    '[[',
    '{{a|[[',
    '<ref>',
    '<!--',
    '<',
    "''",
    '\n{|',
    '[http://',
    '( ',
    '=',
    '\n',
    '\n:',
  ])('takes no time for a million times %j', (piece) => {
    expect(
      read(pageXml({ text: `Wet.\n${piece.repeat(1_000_000 / piece.length)}` })),
    ).toBeDefined();
  });
});
