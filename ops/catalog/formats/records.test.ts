import { describe, expect, it } from 'vitest';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import { mergePieces } from '../join/merge.ts';
import type { PatentPiece } from '../join/piece.ts';
import { patentTexts } from './format.ts';
import { usPatents } from './us-patents.ts';

const outcomeOf = (text: string) => {
  const bytes = Buffer.from(text);
  const format = usPatents.formatOf(bytes, { patentTexts });
  if (!format) throw new Error(`unread: ${usPatents.unreadKind?.(bytes)}`);
  return format.read(bytes);
};

/** Pieces of a text that is one record. Their parts are valid where they stand in a document. */
function piecesOf(text: string): PatentPiece[] {
  const outcome = outcomeOf(text);
  if (!('pieces' in outcome)) throw new Error(JSON.stringify(outcome));
  for (const piece of outcome.pieces) {
    patentDocumentSchema.parse(
      mergePieces('EP-4999999-A1', [{ ...piece, parts: { title: 'Kite', ...piece.parts } }]),
    );
  }
  return [...outcome.pieces];
}

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const json = (value: unknown) => JSON.stringify(value, null, 1);

const european = (kind: string) =>
  xml(`<ep-patent-document lang="de" country="EP" doc-number="04999999" kind="${kind}" date-publ="20310203">
<SDOBI lang="de"><B200><B210>30111111.4</B210><B220><date>20300101</date></B220></B200>
<B300><B310>102029000111</B310><B320><date>20290101</date></B320><B330><ctry>DE</ctry></B330></B300>
<B400><B450><date>20310203</date></B450></B400>
<B500><B510EP><classification-ipcr><text>A63H  27/08        20060101AFI20310101BHEP</text></classification-ipcr></B510EP>
<B540><B541>de</B541><B542>Drachen</B542><B541>en</B541><B542>Kite &amp; line</B542></B540>
<B560><B561><text>US-A1- 2028 111 222</text></B561><B561><text>WO-A-28/000123</text></B561>
<B562><text>PLUM A.: "Kites", 2020</text></B562></B560></B500>
<B700><B720><B721><snm>Plum, Ada</snm></B721></B720><B730><B731><snm>Drachen GmbH</snm></B731></B730></B700>
<B800><B860><B861><date>20291231</date></B861><B862>en</B862></B860><B870><B871><dnum><pnum>WO2030123456</pnum></dnum></B871></B870></B800></SDOBI>
<description id="desc" lang="de"><heading>TECHNIK</heading><p num="0001">Ein Drachen & H<sub>2</sub>O.</p><p num="0002">Er fliegt.</p></description>
<claims lang="de"><claim num="0001"><claim-text>1.) Drachen (1).</claim-text></claim><claim num="0002"><claim-text>Drachen nach einem der vorhergehenden Ansprüche.</claim-text></claim></claims>
<claims lang="en"><claim num="0001"><claim-text>A kite (1).</claim-text></claim></claims>
</ep-patent-document>`);

describe('full text of the EPO', () => {
  it('has the claims of the proceedings, titles and claims in other languages, what is cited', () => {
    const [piece] = piecesOf(european('B1'));
    expect(piece).toMatchObject({ about: 'u:EP-4999999-B1', source: 'EPO full text' });
    expect(piece!.parts).toMatchObject({
      title: 'Kite & line',
      titles: { de: 'Drachen' },
      language: 'de',
      claims: [
        { number: 1, text: 'Drachen (1).' },
        { number: 2, dependsOn: [1] },
      ],
      translated_claims: { en: [{ number: 1, text: 'A kite (1).' }] },
      paragraphs: [
        { number: 1, printed: 1, heading: 'TECHNIK', text: 'Ein Drachen & H₂O.' },
        { number: 2, printed: 2 },
      ],
      publication_date: '2031-02-03',
      grant_date: '2031-02-03',
      application_number: 'EP-30111111',
      priority_claims: [{ number: 'DE-102029000111', date: '2029-01-01' }],
      citations: [
        { number: 'US-20280111222-A1', by: 'examiner' },
        { number: 'WO-28000123-A', by: 'examiner' },
      ],
      literature: [{ text: 'PLUM A.: "Kites", 2020' }],
      assignees: ['Drachen GmbH'],
      ipc: ['A63H27/08'],
      international_publication: 'WO-2030123456',
      international_filing_date: '2029-12-31',
    });
  });

  it('tells applications and corrections from patents', () => {
    expect(piecesOf(european('A1'))[0]!.parts.grant_date).toBeUndefined();
    expect(piecesOf(european('A8'))[0]!.parts.corrects).toBe('EP-4999999');
  });

  it('refuses what is not whole alone', () => {
    expect(outcomeOf(european('B1').replace('</claims>', ''))).toEqual({
      reason: expect.stringMatching(/cannot be read as XML/),
    });
    expect(outcomeOf(european('B1').replace('04999999', 'x'))).toEqual({
      reason: expect.stringMatching(/EP-x-B1, is not valid/),
    });
  });
});

const exchange = (
  attributes = '',
) => `<exch:exchange-document country="EP" doc-number="4999999" kind="A1" family-id="77" date-publ="20310203"${attributes}><exch:bibliographic-data>
<exch:application-reference data-format="docdb"><document-id><country>EP</country><doc-number>30111111</doc-number><kind>A</kind><date>20300101</date></document-id></exch:application-reference>
<exch:priority-claims><exch:priority-claim data-format="docdb"><document-id><country>DE</country><doc-number>102029000111</doc-number><date>20290101</date></document-id><exch:priority-active-indicator>Y</exch:priority-active-indicator></exch:priority-claim></exch:priority-claims>
<exch:parties><exch:inventors><exch:inventor data-format="docdb"><exch:inventor-name><name>PLUM ADA</name></exch:inventor-name></exch:inventor><exch:inventor data-format="docdba"><exch:inventor-name><name>Plum, Ada</name></exch:inventor-name></exch:inventor></exch:inventors></exch:parties>
<exch:invention-title lang="en">KITE</exch:invention-title><exch:invention-title lang="fr">CERF-VOLANT</exch:invention-title>
<exch:references-cited><exch:citation cited-phase="ISR"><patcit><document-id><country>US</country><doc-number>2028111222</doc-number><kind>A1</kind><name>PEAR B</name><date>20280505</date></document-id></patcit><rel-passage><passage><pp>7</pp><table>2</table>line 4</passage><category>X</category><rel-claims>1-3</rel-claims></rel-passage><category>XY</category></exch:citation>
<exch:citation cited-phase="APP"><nplcit><text>Kites &SACUTE;</text></nplcit></exch:citation></exch:references-cited></exch:bibliographic-data>
<exch:abstract lang="en"><exch:p>It flies.</exch:p></exch:abstract>
<exch:patent-family><exch:family-member><exch:publication-reference data-format="docdb"><document-id><country>US</country><doc-number>2031000001</doc-number><kind>A1</kind></document-id></exch:publication-reference></exch:family-member></exch:patent-family>
</exch:exchange-document>`;

describe('exchange documents of the EPO', () => {
  const read = (element: string) => {
    const head = Buffer.from(xml(`<exch:exchange-documents>${element}`));
    const outcome = usPatents.formatOf(head, { patentTexts })!.read(Buffer.from(element));
    return 'pieces' in outcome ? outcome.pieces[0]! : undefined;
  };

  it('have family, languages, and citations with category, claims and passages', () => {
    expect(read(exchange())).toMatchObject({
      about: 'u:EP-4999999-A1',
      parts: {
        title: 'KITE',
        titles: { fr: 'CERF-VOLANT' },
        abstract: 'It flies.',
        family_id: '77',
        application_number: 'EP-30111111',
        inventors: ['Plum, Ada'],
        priority_claims: [{ number: 'DE-102029000111', date: '2029-01-01' }],
        family: [{ ucid: 'US-20310000001-A1' }],
        citations: [
          {
            number: 'US-20280111222-A1',
            by: 'search-report',
            phase: 'ISR',
            category: 'XY',
            claims: '1-3',
            passages: 'page 7; table 2; line 4',
          },
        ],
        literature: [{ text: 'Kites Ś', by: 'applicant' }],
      },
    });
  });

  it('may withdraw a publication', () => {
    expect(read(exchange(' status="D"'))!.parts.withdrawn).toBe(true);
  });
});

const id = (kind: string) =>
  `<document-id document-id-type="docdb"><country>EP</country><doc-number>4999999</doc-number><kind>${kind}</kind></document-id>`;
const service = (body: string) => xml(`<ops:world-patent-data>${body}</ops:world-patent-data>`);

describe("answers of the EPO's services", () => {
  it('give claims and descriptions with the numbers that are printed', () => {
    const text = (body: string) =>
      service(
        `<ftxt:fulltext-document><bibliographic-data><publication-reference>${id('A1')}</publication-reference></bibliographic-data>${body}</ftxt:fulltext-document>`,
      );
    const claims =
      '<claims lang="EN"><claim><claim-text>1. A kite.\n2. A kite as in claim 1.</claim-text></claim></claims>';
    expect(piecesOf(text(claims))[0]!.parts).toMatchObject({
      language: 'en',
      claims: [{ text: 'A kite.' }, { text: 'A kite as in claim 1.', dependsOn: [1] }],
    });
    const description =
      '<description lang="EN"><p>Field</p><p>[0001] Kites.</p><p>[0002] They fly.</p></description>';
    expect(piecesOf(text(description))[0]!.parts.paragraphs).toEqual([
      { number: 1, printed: 1, heading: 'Field', text: 'Kites.' },
      { number: 2, printed: 2, text: 'They fly.' },
    ]);
  });

  it('give legal events, with the last one as status and nothing more', () => {
    const pieces = piecesOf(
      service(`<ops:patent-family legal="true"><ops:family-member family-id="77"><publication-reference>${id('A1')}</publication-reference>
<ops:legal code="PGFP" desc="FEE PAID"><ops:L007EP desc="Gazette DATE">2032-01-02</ops:L007EP><ops:L500EP><ops:L501EP desc="Ref Country Code">GB</ops:L501EP></ops:L500EP></ops:legal></ops:family-member></ops:patent-family>`),
    );
    expect(pieces.find(({ source }) => source === 'INPADOC legal events')).toMatchObject({
      about: 'n:EP-4999999',
      parts: {
        events: [
          {
            date: '2032-01-02',
            code: 'PGFP',
            text: 'FEE PAID; Ref Country Code: GB',
            office: 'GB',
          },
        ],
        status: { text: 'Last event: FEE PAID; Ref Country Code: GB', as_of: '2032-01-02' },
      },
    });
  });

  it('give status, owners and citations of the register', () => {
    const [piece] = piecesOf(
      service(`<reg:register-document><reg:ep-patent-statuses><reg:ep-patent-status change-date="20310101">Pending</reg:ep-patent-status><reg:ep-patent-status change-date="20330101">Granted</reg:ep-patent-status></reg:ep-patent-statuses>
<reg:bibliographic-data><reg:publication-reference>${id('A1')}</reg:publication-reference><reg:parties><reg:applicants change-date="20320101"><reg:applicant><reg:addressbook><reg:name>Kites Ltd</reg:name></reg:addressbook></reg:applicant></reg:applicants></reg:parties>
<reg:references-cited><reg:citation cited-phase="search"><reg:patcit><reg:document-id><reg:country>WO</reg:country><reg:doc-number>2028000123</reg:doc-number></reg:document-id><reg:text>(PEAR) [A] 1-15 * page 1 *;</reg:text></reg:patcit><reg:category>A</reg:category></reg:citation></reg:references-cited></reg:bibliographic-data></reg:register-document>`),
    );
    expect(piece).toMatchObject({
      about: 'n:EP-4999999',
      parts: {
        status: { text: 'Granted', as_of: '2033-01-01', source: 'European Patent Register' },
        owners: [{ name: 'Kites Ltd', since: '2032-01-01' }],
        citations: [
          {
            number: 'WO-2028000123',
            by: 'search-report',
            category: 'A',
            claims: '1-15',
            passages: 'page 1',
          },
        ],
      },
    });
  });
});

describe('records of the USPTO', () => {
  it('give status, events, owners, term adjustment and continuity of the file wrapper', () => {
    const assignment = (conveyance: string, recorded: string, name: string) => ({
      conveyanceText: conveyance,
      assignmentRecordedDate: recorded,
      assignorBag: [{ assignorName: 'PLUM, ADA' }],
      assigneeBag: [{ assigneeNameText: name }],
    });
    const [piece] = piecesOf(
      json({
        patentFileWrapperDataBag: [
          {
            applicationNumberText: '17000001',
            applicationMetaData: {
              applicationStatusDescriptionText: 'Patented Case',
              applicationStatusDate: '2031-01-01',
              cpcClassificationBag: ['A63H  27/08'],
            },
            eventDataBag: [
              { eventCode: 'WFEE', eventDate: '2030-05-05', eventDescriptionText: 'Fee' },
            ],
            patentTermAdjustmentData: { adjustmentTotalQuantity: 304 },
            parentContinuityBag: [
              {
                parentApplicationNumberText: '16000001',
                childApplicationNumberText: '17000001',
                claimParentageTypeCode: 'CON',
                parentApplicationFilingDate: '2029-01-01',
              },
            ],
            assignmentBag: [
              assignment('ASSIGNMENT OF ASSIGNORS INTEREST', '2030-01-01', 'KITES LTD'),
              assignment('SECURITY INTEREST', '2031-01-01', 'BANK'),
            ],
          },
        ],
      }),
    );
    expect(piece).toMatchObject({
      about: 'a:US-17000001',
      parts: {
        status: { text: 'Patented Case', as_of: '2031-01-01' },
        cpc: ['A63H27/08'],
        term_adjustment_days: 304,
        owners: [{ name: 'KITES LTD', since: '2030-01-01' }],
        related: [{ number: 'US-16000001', date: '2029-01-01', relation: 'continuation' }],
      },
    });
    expect(piece!.parts.events).toHaveLength(3);
  });

  it('give the same of the older examination data', () => {
    const [piece] = piecesOf(
      json({
        queryResults: {
          docs: [
            {
              applId: '17000001',
              appStatus: 'Patented Case',
              appStatusDate: '2031-01-01T00:00:00Z',
              totalPtoDays: '119',
              transactions: [
                { recordDate: '2030-05-05 00:00:00', code: 'M2552', description: 'Fee' },
              ],
              assignments: [
                {
                  converyanceName: 'MERGER',
                  recordedDate: '06-26-2030',
                  assignors: [{ assignorName: 'A' }],
                  assignee: [{ assigneeName: 'B' }],
                },
              ],
            },
          ],
        },
      }),
    );
    expect(piece!.parts).toMatchObject({
      status: { text: 'Patented Case', as_of: '2031-01-01' },
      term_adjustment_days: 119,
      owners: [{ name: 'B', since: '2030-06-26' }],
      events: [{ date: '2030-05-05', code: 'M2552' }, { text: 'MERGER: A to B' }],
    });
  });

  it('give who cited in office actions', () => {
    const [piece] = piecesOf(
      json({
        response: {
          docs: [
            {
              patentApplicationNumber: '17000001',
              citedDocumentIdentifier: 'US 2028/0111222 A1',
              examinerCitedReferenceIndicator: true,
              citationCategoryCode: 'Y',
              relatedClaimNumberText: '1-3',
              officeActionCategory: 'CTNF',
            },
          ],
        },
      }),
    );
    expect(piece!.parts.citations).toEqual([
      { number: 'US-20280111222-A1', by: 'examiner', category: 'Y', claims: '1-3', phase: 'CTNF' },
    ]);
  });

  it('give trials at the patents that they concern', () => {
    const trial = {
      trialNumber: 'IPR2031-00001',
      patentOwnerData: { patentNumber: '19999999', applicationNumberText: '17000001' },
      regularPetitionerData: { realPartyInInterestName: 'Pear Inc' },
      trialMetaData: { petitionFilingDate: '2031-05-05', trialStatusCategory: 'Pending' },
    };
    expect(piecesOf(json({ patentTrialProceedingDataBag: [trial] }))).toMatchObject([
      {
        about: 'n:US-19999999',
        parts: {
          events: [
            {
              date: '2031-05-05',
              text: 'Inter partes review IPR2031-00001; status: Pending; petitioner: Pear Inc',
            },
          ],
        },
      },
    ]);
  });

  it('give owners of assignment records, and classes of today', () => {
    const list = (name: string, value: string) => `<arr name="${name}"><str>${value}</str></arr>`;
    const assigned = xml(
      `<response><result><doc><str name="conveyanceText">ASSIGNMENT</str><date name="recordedDate">2031-09-14T04:00:00Z</date>${list('patAssignorName', 'A')}${list('patAssigneeName', 'B')}${list('applNum', '17000001')}</doc></result></response>`,
    );
    expect(piecesOf(assigned)[0]).toMatchObject({
      about: 'a:US-17000001',
      parts: { owners: [{ name: 'B', since: '2031-09-14' }] },
    });
    const record =
      '<uspat:CPCMasterClassificationRecord><pat:PatentNumber>19999999</pat:PatentNumber><com:PatentDocumentKindCode>B2</com:PatentDocumentKindCode><pat:MainCPC><pat:CPCClassification><pat:CPCSection>A</pat:CPCSection><pat:Class>63</pat:Class><pat:Subclass>H</pat:Subclass><pat:MainGroup>27</pat:MainGroup><pat:Subgroup>08</pat:Subgroup></pat:CPCClassification></pat:MainCPC></uspat:CPCMasterClassificationRecord>';
    const head = Buffer.from(xml(`<uspat:CPCMasterClassificationFile>${record}`));
    expect(usPatents.formatOf(head, { patentTexts })!.read(Buffer.from(record))).toMatchObject({
      pieces: [{ about: 'u:US-19999999-B2', parts: { cpc: ['A63H27/08'] } }],
    });
  });
});

describe('records of other offices', () => {
  it('give families of the Global Dossier', () => {
    const published = {
      pubCountry: 'JP',
      pubNum: '2031000001',
      kindCode: 'A',
      pubDateStr: '04/18/2031',
    };
    expect(
      piecesOf(json({ corrAppNum: '17000001', list: [{ pubList: [published] }] })),
    ).toMatchObject([{ about: 'u:JP-2031000001-A', parts: { family: [{ date: '2031-04-18' }] } }]);
  });

  it('give citations of the JPO by the era of their numbers', () => {
    const patentDoc = ['JPA 414233033', 'JPA 404087383', 'JPA 414233033'].map((documentNumber) => ({
      documentNumber,
    }));
    const [piece] = piecesOf(
      json({ result: { data: { applicationNumber: '2030123456', patentDoc } } }),
    );
    expect(piece!.about).toBe('a:JP-2030123456');
    expect(piece!.parts.citations!.map(({ number }) => number)).toEqual([
      'JP-2002233033-A',
      'JP-H0487383-A',
    ]);
  });

  it.each([
    ['CPC classification scheme', '<class-scheme/>'],
    ['ST.96', '<pat:ClaimsDocument pat:id="CLM"/>'],
    ['Japan Patent Office', '<jp:pat-amnd lang="ja"/>'],
  ])('refuse %s by its name', (name, body) => {
    expect(() => outcomeOf(xml(body))).toThrow(name);
  });

  it.each([{ statusCodeBag: [] }, { patentAppealDataBag: [{}] }, { corrAppNum: '1', list: 'x' }])(
    'refuse a record without a number by the name of its kind: %j',
    (value) => {
      expect(outcomeOf(json(value))).toEqual({ reason: expect.stringMatching(/ODP|PTAB|Dossier/) });
    },
  );
});
