/** Invented documents in the formats of the USPTO from 1976 to 2004. */

/** A grant in the form of 2001 to 2004 (`ST32-US-Grant-025xml`). */
export const grant2001Xml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE PATDOC SYSTEM "ST32-US-Grant-025xml.dtd" [
<!ENTITY X-D00001.TIF SYSTEM "X-D00001.TIF" NDATA TIF>
]>
<PATDOC DTD="2.5" STATUS="Build 20010101">
<SDOBI>
<B100><B110><DNUM><PDAT>06999001</PDAT></DNUM></B110><B130><PDAT>B1</PDAT></B130><B140><DATE><PDAT>20020305</PDAT></DATE></B140><B190><PDAT>US</PDAT></B190></B100>
<B200><B210><DNUM><PDAT>09999123</PDAT></DNUM></B210><B220><DATE><PDAT>20000102</PDAT></DATE></B220></B200>
<B300><B310><DNUM><PDAT>99 12345</PDAT></DNUM></B310><B320><DATE><PDAT>19990203</PDAT></DATE></B320><B330><CTRY><PDAT>FR</PDAT></CTRY></B330></B300>
<B400><B472><B474US><PDAT>41</PDAT></B474US></B472></B400>
<B500>
<B510><B511><PDAT>A63H 2708</PDAT></B511><B516><PDAT>7</PDAT></B516></B510>
<B520><B521><PDAT>446 691</PDAT></B521></B520>
<B540><STEXT><PDAT>Kite with </PDAT><HIL><SB><PDAT>2</PDAT></SB></HIL><PDAT> sails</PDAT></STEXT></B540>
<B560>
<B561><PCIT><DOC><DNUM><PDAT>D. 299999</PDAT></DNUM><DATE><PDAT>19880300</PDAT></DATE></DOC><PARTY-US><NAM><SNM><STEXT><PDAT>Quill et al.</PDAT></STEXT></SNM></NAM></PARTY-US></PCIT><CITED-BY-EXAMINER/></B561>
<B561><PCIT><DOC><DNUM><PDAT>199 99 111</PDAT></DNUM><DATE><PDAT>19990500</PDAT></DATE><CTRY><PDAT>DE</PDAT></CTRY><KIND><PDAT>A1</PDAT></KIND></DOC></PCIT><CITED-BY-OTHER/></B561>
<B562><NCIT><STEXT><PDAT>A book on kites, 1990.</PDAT></STEXT></NCIT><CITED-BY-OTHER/></B562>
</B560>
</B500>
<B600>
<B630><B631><PARENT-US><CDOC><DOC><DNUM><PDAT>9</PDAT></DNUM></DOC></CDOC><PDOC><DOC><DNUM><PDAT>08/999000</PDAT></DNUM><DATE><PDAT>19980607</PDAT></DATE></DOC></PDOC></PARENT-US></B631></B630>
<B680US><DOC><DNUM><PDAT>60/099999</PDAT></DNUM><DATE><PDAT>19980101</PDAT></DATE></DOC></B680US>
</B600>
<B700>
<B720><B721><PARTY-US><NAM><FNM><PDAT>Ada</PDAT></FNM><SNM><STEXT><PDAT>Plum</PDAT></STEXT></SNM></NAM></PARTY-US></B721></B720>
<B730><B731><PARTY-US><NAM><ONM><STEXT><PDAT>Kites &amp; Sons</PDAT></STEXT></ONM></NAM></PARTY-US></B731></B730>
</B700>
</SDOBI>
<SDOAB><BTEXT><PARA ID="P-00001" LVL="0"><PTEXT><PDAT>A kite &ldquo;of 2 sails&rdquo;.</PDAT></PTEXT></PARA></BTEXT></SDOAB>
<SDODE>
<BRFSUM><BTEXT>
<H LVL="1"><STEXT><PDAT>BACKGROUND</PDAT></STEXT></H>
<PARA ID="P-00002" LVL="0"><PTEXT><PDAT>At &agr;</PDAT><HIL><SB><PDAT>max </PDAT></SB></HIL><PDAT>the kite of </PDAT><FGREF ID="DRAWINGS"><PDAT>FIG. 1</PDAT></FGREF><PDAT> obeys </PDAT>
<CWU><MATH-US ID="MATH-US-00001"><MATHEMATICA ID="M1" FILE="X-M00001.NB"/><MATHML><math><mi>&Phi;</mi></math></MATHML><EMI ID="EMI-M00001" FILE="X-M00001.TIF"/></MATH-US></CWU></PTEXT></PARA>
<CWU><TABLE-US ID="TABLE-US-00001"><TABLE-CALS><table><tgroup cols="2"><colspec colname="1"/><colspec colname="2"/><tbody><row><entry><PTEXT><PDAT>span</PDAT></PTEXT></entry><entry><PTEXT><PDAT>200</PDAT></PTEXT></entry></row></tbody></tgroup></table></TABLE-CALS></TABLE-US></CWU>
<PARA ID="P-00003" LVL="0"><PTEXT><PDAT>It flies.</PDAT></PTEXT></PARA>
</BTEXT></BRFSUM>
</SDODE>
<SDOCL>
<H LVL="1"><STEXT><PDAT>What is claimed is: </PDAT></STEXT></H>
<CL>
<CLM ID="CLM-00001"><PARA ID="P-00004" LVL="0"><PTEXT><PDAT>1. A kite comprising:</PDAT></PTEXT></PARA><CLMSTEP LVL="2"><PTEXT><PDAT>a frame; and</PDAT></PTEXT></CLMSTEP><CLMSTEP LVL="3"><PTEXT><PDAT>a sail.</PDAT></PTEXT></CLMSTEP></CLM>
<CLM ID="CLM-00002"><PARA ID="P-00005" LVL="0"><PTEXT><PDAT>2. The kite of </PDAT><CLREF ID="CLM-00001"><PDAT>claim 1</PDAT></CLREF><PDAT>, of silk.</PDAT></PTEXT></PARA></CLM>
</CL>
</SDOCL>
<SDODR ID="DRAWINGS"><EMI ID="EMI-D00000" FILE="X-D00000.TIF"/><EMI ID="EMI-D00001" FILE="X-D00001.TIF"/></SDODR>
</PATDOC>
`;

/** An application in the form of 2001 to 2004 (`pap-v15`). */
export const application2001Xml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE patent-application-publication SYSTEM "pap-v15-2001-01-31.dtd" []>
<patent-application-publication>
<subdoc-bibliographic-information>
<document-id><doc-number>20019999001</doc-number><kind-code>A1</kind-code><document-date>20011018</document-date></document-id>
<domestic-filing-data><application-number><doc-number>09999456</doc-number></application-number><filing-date>20001204</filing-date></domestic-filing-data>
<foreign-priority-data><priority-application-number><doc-number>11-999727</doc-number></priority-application-number><filing-date>19990405</filing-date><country-code>JP</country-code></foreign-priority-data>
<technical-information>
<classification-ipc><classification-ipc-primary><ipc>A63H027/08</ipc></classification-ipc-primary><classification-ipc-edition>07</classification-ipc-edition></classification-ipc>
<classification-us><classification-us-primary><uspc><class>446</class><subclass>069100</subclass></uspc></classification-us-primary></classification-us>
<title-of-invention>Kite of &ldquo;silk&rdquo;</title-of-invention>
</technical-information>
<continuity-data><continuations><continuation-of><parent-child><child><document-id><doc-number>09999456</doc-number></document-id></child><parent><document-id><doc-number>PCT/JP00/09999</doc-number><document-date>20000404</document-date><country-code>US</country-code></document-id></parent></parent-child></continuation-of></continuations></continuity-data>
<inventors><first-named-inventor><name><given-name>Ada</given-name><middle-name>B.</middle-name><family-name>Plum</family-name></name></first-named-inventor></inventors>
<assignee><organization-name>Kites Ltd</organization-name></assignee>
</subdoc-bibliographic-information>
<subdoc-abstract><paragraph id="A-00001" lvl="0">A kite of silk. </paragraph></subdoc-abstract>
<subdoc-description>
<background-of-invention>
<heading lvl="1">Background </heading>
<paragraph id="P-00001" lvl="0"><number>&lsqb;0001&rsqb;</number> It weighs 10<highlight><superscript>&minus;3 </superscript></highlight>kg. </paragraph>
<paragraph id="P-00002" lvl="0"><number>2.</number> As <cross-reference target="DRAWINGS">FIG. 2</cross-reference> shows:
<table-cwu id="TABLE-US-00001"><number>1</number><table><tgroup cols="1"><colspec colname="1"/><tbody><row><entry>silk</entry></row><row><entry>ash</entry></row></tbody></tgroup></table></table-cwu></paragraph>
</background-of-invention>
</subdoc-description>
<subdoc-claims>
<heading lvl="1">What is claimed is: </heading>
<claim id="CLM-00001"><claim-text><highlight><bold>1</bold></highlight>. A kite, where </claim-text><claim-text><in-line-formula>a&lt;b </in-line-formula><in-line-formula>b&lt;c </in-line-formula></claim-text></claim>
<claim id="CLM-00002"><claim-text><highlight><bold>2</bold></highlight>. The kite of <dependent-claim-reference depends_on="CLM-00001"><claim-text>claim 1</claim-text></dependent-claim-reference>, of silk. </claim-text></claim>
</subdoc-claims>
<subdoc-drawings id="DRAWINGS"><figure id="figure-D00001"><image id="EMI-D00001" file="Y-D00001.TIF" imf="TIFF" ti="DR"/></figure></subdoc-drawings>
</patent-application-publication>
`;

/** A week of the text format of 1976 to 2001. */
export const greenbookText = `HHHHHT        APS1   ISSUE - 820907
PATN
WKU  043999010
SRC  6
APN  1999296
APD  19800310
TTL  Kite balance
ISD  19820907
INVT
NAM  Plum; Ada
ASSG
NAM  Kites & Sons
PRIR
CNT  JPX
APD  19780710
APN  53/99999
CLAS
OCL  446 69.1
XCL  446  5
ICL  A63H 2708
UREF
PNO  3999383
ISD  19731100
NAM  Quill
FREF
PNO  2999674
ISD  19700700
CNT  JPX
OREF
PAL  A book on kites,
      1970.
PCTA
PCN  PCT/JP79/09999
PD1  19800310
PD3  19790705
PCP  WO80/09999
ABST
PAL  A kite of .alpha.-silk.
BSUM
PAC  BACKGROUND
PAR  At 10.sup.-3 .degree. C. the R.sub.1 of
      ##STR1##
      wherein R.sub.max &lt; 2.
TBL  TABLE 1
     __________________
     span     200
     sail     silk
     __________________
PAR  As FIG. 1 shows.
CLMS
STM  What is claimed is:
NUM  1.
PAR  1. A kite comprising:
PA1  a frame; and
PA2  a sail of
      ##EQU1##
NUM  2.
PAR  2. The kite of claim 1.
PATN
WKU  RE0399992
APD  19970310
TTL  Reel
ISD  19990907
CLMS
NUM  1.
PAR  .[.1. A reel..].
NUM  2.
PAR  2. A reel .[.of ash.]. .Iadd.of silk. .Iaddend.
`;

/** Documents of the search system that the USPTO had until 2022. */
export const brsText = `09999581	B2	20151201	13999098	43247
Kite of silk
*** BRS DOCUMENT BOUNDARY ***
WKU 09999581
DID US 9999581 B2
GISD 20151201
AFD 20121114
APP 13/999098
IPCP A63H27/08 20060101 A63H027/08
CPOI A63H27/082 20130101
TTL Kite of
      silk
URGP US 2003/0999838 A1 20030900 Quill et al. 375/376 cited by examiner
FRGP CN 1999605 A 20030300 cited by applicant
ORPL "A book". cited by applicant
COND us-provisional-application US 61999247 20111114
PDID  US 20139999958 A1
INNM Plum; Ada
ASNM KITES LTD
ABPR  A kite of silk.
BSTX BACKGROUND
BSTX  A kite of VO.sub.2 flies.
CLST What is claimed is:
CLPR  1. A kite.
CLPR  2. The kite of claim 1.
`;

/** A record of the USPTO's public search. */
export const ppubsJson = (change: object = {}): string =>
  JSON.stringify(
    {
      guid: 'US-20179999151-A1',
      datePublished: '2017-12-28T00:00:00Z',
      inventionTitle: 'KITE OF SILK',
      assigneeName: ['Kites Ltd'],
      inventorsName: ['PLUM; Ada'],
      applicationFilingDate: ['2015-12-29T00:00:00Z'],
      applicationNumber: '15/999593',
      familyIdentifierCurStr: '77000002',
      cpcInventiveFlattened: 'A63H27/082;B64C31/06',
      ipcCodeFlattened: 'A63H27/08',
      mainClassificationCode: '1/1',
      abstractHtml: 'A kite of silk, <2 % wet.',
      briefHtml:
        'FIELD OF KITES<br />[0002] Kites &amp; sails<br />[0003] obey <maths id="M"><math><mi>a</mi></math></maths>.',
      descriptionHtml: '[0024] See <figref idref="DRAWINGS">FIG. <b>1</b></figref>.',
      claimsHtml:
        '<b>1</b>-<b>6</b>. (canceled) <br /> <b>7</b>. A kite:<br />of silk.<br /> 8. The kite of claim 7.',
      usRefGroup: [
        'US 8999601 B2 20140700 Quill et al. 166/308.1 cited by examiner',
        '5999005 19940700 Card 166/280',
      ],
      foreignRefGroup: ['CA 2999320 20000400 cited by applicant'],
      otherRefPub: ['A &quot;book&quot;. cited by applicant\n<br />Another.\n<br />'],
      continuityData: [
        'parent US continuation-in-part 14999581 20150220 PENDING \n child US 15999593\n<br />us-provisional-application US 62999644 20141230\n<br />',
      ],
      pctFilingDate: ['2015-12-29T00:00:00Z'],
      pct371c124Date: ['2017-06-29T00:00:00Z'],
      priorPublishedDocIdentifier: ['US 20160999974 A1'],
      priorPublishedDocDate: ['2016-04-10T00:00:00Z'],
      termOfExtension: '81',
      ...change,
    },
    null,
    1,
  );
