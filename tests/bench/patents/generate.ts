import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const words =
  'kite frame sail tail reel line wing spar keel bridle wind lift drag silk ash bamboo joint clamp motor sensor'.split(
    ' ',
  );

/** A sequence of whole numbers that looks random and is the same in every run (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Length {
  paragraphs: number;
  claims: number;
}

/** One grant in the markup of the weekly files: formulas, structures, tables, indices, nested claims, citations. */
export function grantOf(
  number: number,
  { paragraphs, claims }: Length = { paragraphs: 60, claims: 20 },
): string {
  const random = randomOf(number);
  const prose = (count: number) =>
    Array.from({ length: count }, () => words[random(words.length)]).join(' ');
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('\n');
  const paragraph = (at: number) => {
    const start = `<p id="p-${at}" num="${String(at + 1).padStart(4, '0')}">As <figref idref="DRAWINGS">FIG. <b>${1 + random(9)}</b></figref> shows, SiO<sub>2</sub> and T<sub>max</sub> at 10<sup>-3 </sup>Pa: ${prose(60 + random(90))}.`;
    if (at % 11 === 4)
      return `${start}<maths id="MATH-US-${at}"><math><mrow><mi>a</mi><mo>=</mo><mfrac><mi>b</mi><mn>2</mn></mfrac></mrow></math></maths></p>`;
    if (at % 13 === 7)
      return `${start}<chemistry id="CHEM-US-${at}"><img file="C${at}.TIF"/></chemistry></p>`;
    if (at % 17 === 9) {
      const rows = many(
        8,
        () =>
          `<row><entry>${prose(2)}</entry><entry>${random(900)}</entry><entry>H<sub>2</sub>O</entry></row>`,
      );
      return `${start}<tables id="T${at}"><table><tgroup cols="3"><thead><row><entry>part</entry><entry>span</entry><entry>of</entry></row></thead><tbody>${rows}</tbody></tgroup></table></tables></p>`;
    }
    return `${start}</p>`;
  };
  const claim = (at: number) =>
    at % 6 === 0
      ? `<claim id="CLM-${at + 1}" num="${at + 1}"><claim-text>${at + 1}. A kite, comprising:<claim-text>a ${prose(20)};<claim-text>with ${prose(9)}; and</claim-text></claim-text><claim-text>a ${prose(15)}.</claim-text></claim-text></claim>`
      : `<claim id="CLM-${at + 1}" num="${at + 1}"><claim-text>${at + 1}. The kite of <claim-ref idref="CLM-${at - (at % 6) + 1}">claim ${at - (at % 6) + 1}</claim-ref>, wherein ${prose(20)}.</claim-text></claim>`;
  const cited = (at: number) =>
    `<us-citation><patcit num="${at}"><document-id><country>US</country><doc-number>${17_000_000 + random(900_000)}</doc-number><kind>B2</kind><name>Quill</name><date>20200100</date></document-id></patcit><category>cited by ${at % 3 ? 'applicant' : 'examiner'}</category></us-citation>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE us-patent-grant SYSTEM "us-patent-grant-v47-2022-02-17.dtd" [ ]>
<us-patent-grant lang="EN" country="US"><us-bibliographic-data-grant>
<publication-reference><document-id><country>US</country><doc-number>${number}</doc-number><kind>B2</kind><date>20310107</date></document-id></publication-reference>
<application-reference appl-type="utility"><document-id><country>US</country><doc-number>${number + 60_000_000}</doc-number><date>20290315</date></document-id></application-reference>
<invention-title id="t">${prose(8)}</invention-title>
<us-references-cited>${many(30, cited)}</us-references-cited>
<us-parties><inventors><inventor><addressbook><last-name>Plum</last-name><first-name>Ada</first-name></addressbook></inventor></inventors></us-parties>
</us-bibliographic-data-grant>
<abstract id="abstract"><p id="a" num="0000">${prose(90)}.</p></abstract>
<description id="description"><heading id="h" level="1">BACKGROUND</heading>${many(paragraphs, paragraph)}</description>
<claims id="claims">${many(claims, claim)}</claims></us-patent-grant>
`;
}

/** Writes a weekly file of made-up grants, from a number on. Returns its size in bytes. */
export async function writeGrants(
  path: string,
  count: number,
  first = 18_000_000,
): Promise<number> {
  const file = createWriteStream(path);
  let bytes = 0;
  for (let at = 0; at < count; at++) {
    const grant = grantOf(first + at);
    bytes += Buffer.byteLength(grant);
    if (!file.write(grant)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return bytes;
}
