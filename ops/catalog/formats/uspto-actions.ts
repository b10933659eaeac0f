import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { aboutApplication, aboutNumber, type PatentPiece, ranks } from '../join/piece.ts';
import type { Format, Outcome } from './format.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { objectsWith } from './record-values.ts';
import {
  dayIn,
  eventOf,
  field,
  type Json,
  textIn,
  usApplication,
  usPublication,
} from './uspto-values.ts';
import { wholeJson } from './whole-json.ts';

const actions = 'USPTO office action records';
const trials = 'USPTO Patent Trial and Appeal Board (PTAB) records';

/** Office actions, the citations in them, and those enriched with claims and passages. */
export const usptoOfficeActions: Format = wholeJson(actions, (value): Outcome => {
  const pieces = objectsWith(value, 'patentApplicationNumber').flatMap((record): PatentPiece[] => {
    const about = aboutApplication(usApplication(firstText(record, 'patentApplicationNumber')));
    const parts = { ...citationOf(record), ...actionOf(record) };
    return about && Object.keys(parts).length > 0
      ? [{ about, source: actions, rank: ranks.record, parts }]
      : [];
  });
  return pieces.length > 0
    ? { pieces }
    : { reason: 'it names no application with a citation or action.' };
});

/** Fields of the search service are lists of one. */
const firstText = (record: Json, name: string): string => {
  const value = field(record, name);
  return textOf(Array.isArray(value) ? value[0] : value);
};

function citationOf(record: Json): Pick<Partial<PatentDocument>, 'citations'> {
  const written = textIn(
    record,
    'citedDocumentIdentifier',
    'parsedReferenceIdentifier',
    'referenceIdentifier',
  );
  const number = field(record, 'nplIndicator') === true ? undefined : usPublication(written);
  if (!number) return {};
  const action = textIn(record, 'officeActionCategory');
  const section = textIn(record, 'legalSectionCode');
  const phase = [action, section && `35 U.S.C. ${section}`].filter(Boolean).join(', ');
  const citation: PatentCitation = {
    number,
    ...(field(record, 'examinerCitedReferenceIndicator') === true
      ? { by: 'examiner' }
      : field(record, 'applicantCitedExaminerReferenceIndicator') === true && { by: 'applicant' }),
    ...(phase && { phase: phase.slice(0, 60) }),
    ...definedTexts({
      name: textIn(record, 'inventorNameText').slice(0, 300),
      category: textIn(record, 'citationCategoryCode').slice(0, 10),
      claims: textIn(record, 'relatedClaimNumberText').slice(0, 200),
    }),
  };
  return { citations: [citation] };
}

const definedTexts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

function actionOf(record: Json): Pick<Partial<PatentDocument>, 'events'> {
  const code = firstText(record, 'legacyDocumentCodeIdentifier');
  if (!code) return {};
  const date = dayIn(record, 'submissionDate');
  return { events: eventOf(actions, { date, code, text: `Paper of the office (${code})` }) };
}

/** Trials, appeals and interferences: an event at each patent or application that they concern. */
export const usptoTrials: Format = wholeJson(trials, (value): Outcome => {
  const bags = Object.entries(value).flatMap(([name, list]) =>
    name.endsWith('DataBag') ? objectsOf(list) : [],
  );
  const pieces = bags.flatMap((record) => {
    const events = trialEvents(record);
    return partiesOf(record).map((about) => ({
      about,
      source: trials,
      rank: ranks.record,
      parts: { events },
    }));
  });
  return pieces.length > 0 ? { pieces } : { reason: 'it names no patent or application.' };
});

const partiesOf = (record: Json): string[] => {
  const concerned = objectsWith(
    { ...record, regularPetitionerData: undefined },
    'patentNumber',
    'applicationNumberText',
  );
  const keys = concerned.flatMap((party) => {
    const patent = textIn(party, 'patentNumber');
    if (patent) return aboutNumber('US', patent);
    return aboutApplication(usApplication(textIn(party, 'applicationNumberText'))) ?? [];
  });
  return [...new Set(keys)];
};

const procedures: Record<string, string> = {
  IPR: 'Inter partes review',
  PGR: 'Post-grant review',
  CBM: 'Covered business method review',
  DER: 'Derivation proceeding',
};

function trialEvents(record: Json) {
  const trial = textIn(record, 'trialNumber');
  const kind = trial
    ? (procedures[trial.slice(0, 3)] ?? 'Trial')
    : field(record, 'appealNumber')
      ? 'Appeal'
      : 'Interference';
  const number = trial || textIn(record, 'appealNumber', 'interferenceNumber');
  const decision = objectsWith(record, 'decisionIssueDate')[0] ?? {};
  const meta = objectsWith(record, 'trialStatusCategory')[0] ?? {};
  const petitioner = textIn(
    (field(record, 'regularPetitionerData') ?? {}) as Json,
    'realPartyInInterestName',
  );
  const paper = (field(record, 'documentData') ?? {}) as Json;
  const outcome = textIn(
    decision,
    'trialOutcomeCategory',
    'appealOutcomeCategory',
    'interferenceOutcomeCategory',
  );
  const status = textIn(meta, 'trialStatusCategory');
  const text = [
    `${kind} ${number}`,
    textIn(paper, 'documentTitleText', 'documentTypeDescriptionText'),
    outcome && `outcome: ${outcome}`,
    status && `status: ${status}`,
    petitioner && `petitioner: ${petitioner}`,
  ];
  const date =
    dayIn(decision, 'decisionIssueDate') ??
    dayIn(paper, 'documentFilingDate') ??
    dayIn(meta, 'petitionFilingDate');
  return eventOf(trials, { date, text: text.filter(Boolean).join('; ') });
}
