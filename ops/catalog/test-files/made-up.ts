/** Invented records in the exact formats of the publishers. */

interface MadeUpGrant {
  number?: string;
  kind?: string;
  title?: string;
  description?: string;
  related?: string;
}

/** One grant in the form of the weekly full-text files (`us-patent-grant-v4.7`). */
export function grantXml({
  number = '19000001',
  kind = 'B2',
  title = 'Folding <i>kite</i> with H<sub>2</sub>O ballast',
  description = 'A frame of ash wood carries a sail of waxed silk.',
  related = '',
}: MadeUpGrant = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE us-patent-grant SYSTEM "us-patent-grant-v47-2022-02-17.dtd" [ ]>
<us-patent-grant lang="EN" dtd-version="v4.7 2022-02-17" file="US${number}-20310107.XML" status="PRODUCTION" id="us-patent-grant" country="US" date-produced="20301223" date-publ="20310107">
<us-bibliographic-data-grant>
<publication-reference>
<document-id><country>US</country><doc-number>${number}</doc-number><kind>${kind}</kind><date>20310107</date></document-id>
</publication-reference>
<application-reference appl-type="utility">
<document-id><country>US</country><doc-number>99123456</doc-number><date>20290315</date></document-id>
</application-reference>
<us-application-series-code>99</us-application-series-code>
<priority-claims>
<priority-claim sequence="01" kind="national"><country>FR</country><doc-number>28 00001</doc-number><date>20280401</date></priority-claim>
</priority-claims>
<classifications-ipcr>
<classification-ipcr><ipc-version-indicator><date>20060101</date></ipc-version-indicator><classification-level>A</classification-level><section>A</section><class>63</class><subclass>H</subclass><main-group>27</main-group><subgroup>08</subgroup><symbol-position>F</symbol-position></classification-ipcr>
</classifications-ipcr>
<classifications-cpc>
<main-cpc><classification-cpc><cpc-version-indicator><date>20130101</date></cpc-version-indicator><section>A</section><class>63</class><subclass>H</subclass><main-group>27</main-group><subgroup>082</subgroup></classification-cpc></main-cpc>
<further-cpc>
<classification-cpc><section>B</section><class>64</class><subclass>C</subclass><main-group>31</main-group><subgroup>06</subgroup></classification-cpc>
<classification-cpc><section>A</section><class>63</class><subclass>H</subclass><main-group>27</main-group><subgroup>082</subgroup></classification-cpc>
</further-cpc>
</classifications-cpc>
<invention-title id="d2e43">${title}</invention-title>
<us-term-of-grant><us-term-extension>36</us-term-extension><disclaimer><text>This patent is subject to a terminal disclaimer.</text></disclaimer></us-term-of-grant>
<classification-national><country>US</country><main-classification>446 691</main-classification></classification-national>
<us-references-cited><us-citation><patcit num="00001"><document-id><country>US</country><doc-number>18000000</doc-number><kind>A</kind><name>Cited</name><date>20200100</date></document-id></patcit><category>cited by examiner</category></us-citation><us-citation><nplcit num="00002"><othercit>A <i>book</i> on H<sub>2</sub>O.</othercit></nplcit><category>cited by applicant</category></us-citation></us-references-cited>
<us-related-documents>${related}</us-related-documents>
<us-parties>
<us-applicants><us-applicant sequence="001" app-type="applicant" designation="us-only"><addressbook><orgname>Applicant Only LLC</orgname></addressbook></us-applicant></us-applicants>
<inventors>
<inventor sequence="001" designation="us-only"><addressbook><last-name>Plum</last-name><first-name>Ada</first-name><address><city>Nowhere</city></address></addressbook></inventor>
<inventor sequence="002" designation="us-only"><addressbook><last-name>Fig</last-name><first-name>Bo</first-name></addressbook></inventor>
</inventors>
</us-parties>
<assignees>
<assignee><addressbook><orgname>Kites &amp; Sons</orgname><role>02</role></addressbook></assignee>
<assignee><addressbook><last-name>Pear</last-name><first-name>Cy</first-name><role>04</role></addressbook></assignee>
</assignees>
<pct-or-regional-filing-data><document-id><country>WO</country><doc-number>PCT/FR2029/099999</doc-number><kind>00</kind><date>20290315</date></document-id><us-371c124-date><date>20300102</date></us-371c124-date></pct-or-regional-filing-data>
<pct-or-regional-publishing-data><document-id><country>WO</country><doc-number>WO2029/099999</doc-number><kind>A1</kind><date>20290901</date></document-id></pct-or-regional-publishing-data>
</us-bibliographic-data-grant>
<abstract id="abstract"><p id="p-0001" num="0000">A kite that folds.</p></abstract>
<drawings id="DRAWINGS"><figure id="Fig-EMI-D00000" num="00000"><img id="EMI-D00000" he="1mm" wi="1mm" file="x.TIF" alt="embedded image" img-content="drawing" img-format="tif"/></figure></drawings>
<description id="description">
<?BRFSUM description="Brief Summary" end="lead"?>
<heading id="h-0001" level="1">BACKGROUND</heading>
<p id="p-0002" num="0001">${description} See <figref idref="DRAWINGS">FIG. <b>1</b></figref>, at 10&#x2009;mm.</p>
<p id="p-0003" num="0002">It obeys <maths id="MATH-US-00001" num="00001"><math overflow="scroll"><mi>secretformula</mi></math></maths> and the table:
<tables id="TABLE-US-00001" num="00001"><table frame="none"><tgroup cols="2"><tbody><row><entry>span</entry><entry>200</entry></row><row><entry>sail</entry><entry>silk</entry></row></tbody></tgroup></table></tables></p>
</description>
<us-claim-statement>What is claimed is:</us-claim-statement>
<claims id="claims">
<claim id="CLM-00001" num="00001"><claim-text>1. A kite, comprising:
<claim-text>a frame; and</claim-text>
<claim-text>a sail.</claim-text></claim-text></claim>
<claim id="CLM-00002" num="00002"><claim-text>2. The kite of <claim-ref idref="CLM-00001">claim 1</claim-ref>, wherein the sail is silk.</claim-text></claim>
</claims>
</us-patent-grant>
`;
}

/** A document of the same weekly file that is not a grant. */
export const sequenceDocument = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sequence-cwu SYSTEM "us-sequence-listing.dtd" [ ]>
<sequence-cwu id="SEQLST-1">
<publication-reference><document-id><country>US</country><doc-number>19000001</doc-number><kind>B2</kind><date>20310107</date></document-id></publication-reference>
<number>1</number><sequence-list-new-rules><s100><s160>204 </s160></s100></sequence-list-new-rules>
</sequence-cwu>
`;

/** One line of the export of `patents.publications`, which writes integers as strings. */
export const publicationJson = (change: object = {}): string =>
  `${JSON.stringify({
    publication_number: 'US-19000002-B1',
    application_number: 'US-99999999-A',
    country_code: 'US',
    kind_code: 'B1',
    application_kind: 'A',
    title_localized: [
      { text: 'Titre', language: 'fr', truncated: false },
      { text: 'Self-winding umbrella', language: 'en', truncated: false },
    ],
    abstract_localized: [
      { text: 'An umbrella that\nwinds itself.', language: 'en', truncated: false },
    ],
    claims_localized: [{ text: '1. An umbrella with a spring.', language: 'en', truncated: false }],
    description_localized: [],
    publication_date: '20310204',
    filing_date: '20290101',
    grant_date: 20310204,
    priority_date: '20280102',
    inventor: ['PLUM ADA'],
    inventor_harmonized: [{ name: 'PLUM ADA', country_code: 'US' }],
    assignee: ['Rain Corp'],
    assignee_harmonized: [],
    cpc: [
      { code: 'A45B25/00', inventive: true, first: true, tree: [] },
      { code: 'A45B19/04', inventive: false, first: false, tree: [] },
    ],
    ipc: [{ code: 'A45B25/00', inventive: true, first: true, tree: [] }],
    ...change,
  })}\n`;

interface MadeUpPage {
  id?: number;
  title?: string;
  ns?: number;
  text?: string;
  redirect?: string;
  model?: string;
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** One page of `pages-articles`. */
export const pageXml = ({
  id = 1,
  title = 'Glass harmonica',
  ns = 0,
  text = 'The harmonica is played with wet fingers.',
  redirect,
  model = 'wikitext',
}: MadeUpPage = {}): string => `  <page>
    <title>${escaped(title)}</title>
    <ns>${ns}</ns>
    <id>${id}</id>
${redirect ? `    <redirect title="${escaped(redirect)}" />\n` : ''}    <revision>
      <id>${id + 900000}</id>
      <parentid>${id + 800000}</parentid>
      <timestamp>2031-01-07T00:00:00Z</timestamp>
      <contributor><username>Nobody</username><id>7</id></contributor>
      <model>${model}</model>
      <format>text/x-wiki</format>
      <text bytes="${text.length}" sha1="x" xml:space="preserve">${escaped(text)}</text>
      <sha1>x</sha1>
    </revision>
  </page>
`;

export const dumpHead = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Wikipedia</sitename>
    <dbname>enwiki</dbname>
    <base>https://en.wikipedia.org/wiki/Main_Page</base>
    <case>first-letter</case>
    <namespaces>
      <namespace key="-2" case="first-letter">Media</namespace>
      <namespace key="0" case="first-letter" />
      <namespace key="1" case="first-letter">Talk</namespace>
      <namespace key="6" case="first-letter">File</namespace>
      <namespace key="14" case="first-letter">Category</namespace>
    </namespaces>
  </siteinfo>
`;

export const dumpXml = (pages: readonly string[]): string =>
  `${dumpHead}${pages.join('')}</mediawiki>\n`;

/** One line of arXiv's metadata. */
export const paperJson = (change: object = {}): string =>
  `${JSON.stringify({
    id: '3101.00001',
    submitter: 'Ada Plum',
    authors: 'Ada Plum, Bo Fig',
    title: 'On the sound of\n  wet glass',
    comments: '12 pages',
    'journal-ref': null,
    doi: '10.9999/made.up.1',
    'report-no': null,
    categories: 'physics.pop-ph cs.SD',
    license: null,
    abstract: '  We rub glasses with\nwet fingers.\n',
    versions: [
      { version: 'v1', created: 'Tue, 7 Jan 2031 10:00:00 GMT' },
      { version: 'v2', created: 'Fri, 7 Feb 2031 23:30:00 GMT' },
    ],
    update_date: '2031-02-10',
    authors_parsed: [['Plum', 'Ada', '']],
    ...change,
  })}\n`;

const words = 'amber brook cedar delta ember fjord grove heron inlet jetty knoll larch'.split(' ');

/** A paragraph that differs from record to record. */
export const proseOf = (number: number, length = 40): string =>
  Array.from({ length }, (_, i) => words[(number * (i + 3) + i * i) % words.length]).join(' ');

/** The pages of `pages.xml.bz2`, a multistream dump: one stream for the head, two for pages, one for the end. */
export const madeUpPages: readonly string[] = Array.from({ length: 120 }, (_, i) => {
  if (i % 10 === 3) return pageXml({ id: i, title: `Talk ${i}`, ns: 1 });
  if (i % 10 === 7) return pageXml({ id: i, title: `Empty ${i}`, text: '{{stub}}' });
  return pageXml({ id: i, title: `Page ${i}`, text: `'''Page ${i}''' is [[${proseOf(i)}]].` });
});
