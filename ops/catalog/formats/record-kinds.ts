import { cpcMaster } from './cpc-master.ts';
import { docdb } from './docdb.ts';
import { epoFullText } from './epo-fulltext.ts';
import { epoServices } from './epo-services.ts';
import { globalDossier, jpoRecords } from './office-families.ts';
import { json, type PatentKind, root } from './patent-kind.ts';
import { usptoOfficeActions, usptoTrials } from './uspto-actions.ts';
import { usptoAssignments } from './uspto-assignments.ts';
import { usptoWrapper } from './uspto-wrapper.ts';

/** Whether a text begins with a JSON object whose beginning has one of these names. */
const anyOf =
  (...names: readonly string[]) =>
  (head: string) =>
    names.some((name) => json(name)(head));

/** Kinds of the EPO, and of records about documents, of all offices. */
export const recordKinds: readonly PatentKind[] = [
  {
    name: "the EPO's full text (ep-patent-document)",
    detects: root('ep-patent-document'),
    format: () => epoFullText,
  },
  {
    name: "the EPO's exchange documents (DOCDB)",
    detects: (head) =>
      root(
        'exchange-documents',
        'exch:exchange-documents',
        'exchange-document',
        'exch:exchange-document',
      )(head),
    format: (_, head) => docdb(head),
  },
  {
    name: "answers of the EPO's Open Patent Services (OPS), INPADOC legal events, the European Patent Register",
    detects: (head) => /<(?:\w+:)?world-patent-data\b/.test(head),
    format: () => epoServices,
  },
  {
    name: "the USPTO's assignment records",
    detects: (head) => root('response')(head) && head.includes('patAssign'),
    format: () => usptoAssignments,
  },
  {
    name: "the USPTO's CPC master classification file",
    detects: root('uspat:CPCMasterClassificationFile'),
    format: () => cpcMaster,
  },
  { name: 'a CPC classification scheme (class-scheme)', detects: root('class-scheme') },
  {
    name: "applicants' papers in the standard ST.96 (XML4IP: pat:ClaimsDocument, pat:SpecificationDocument), which are not publications",
    detects: root('pat:ClaimsDocument', 'pat:SpecificationDocument'),
  },
  {
    name: "papers of the Japan Patent Office's procedure (JPO, ST.36 with jp: names), which are not publications",
    detects: (head) => /<jp:[\w-]+[\s>]/.test(head),
  },
  {
    name: "the USPTO's Patent Trial and Appeal Board records (PTAB)",
    detects: anyOf(
      'patentTrialProceedingDataBag',
      'patentTrialDocumentDataBag',
      'patentAppealDataBag',
      'patentInterferenceDataBag',
    ),
    format: () => usptoTrials,
  },
  {
    name: "the USPTO's office action records",
    detects: (head) => json('response', 'patentApplicationNumber')(head),
    format: () => usptoOfficeActions,
  },
  {
    name: "the USPTO's patent examination data (PEDS)",
    detects: json('applId'),
    format: () => usptoWrapper('USPTO patent examination data (PEDS)'),
  },
  {
    name: "the Japan Patent Office's records (JPO)",
    detects: json('result', 'applicationNumber'),
    format: () => jpoRecords,
  },
  {
    name: 'families of the Global Dossier',
    detects: json('corrAppNum'),
    format: () => globalDossier,
  },
  {
    name: "the USPTO's open data portal (ODP): file wrapper",
    detects: anyOf(
      'patentFileWrapperDataBag',
      'patentBag',
      'documentBag',
      'statusCodeBag',
      'petitionDecisionDataBag',
      'ApplicationNumber',
    ),
    format: () => usptoWrapper('USPTO open data portal (ODP), file wrapper'),
  },
];
