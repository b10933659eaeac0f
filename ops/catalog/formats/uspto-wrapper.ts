import type { PatentDocument } from '#shared/patent-document.ts';
import { aboutApplication, type PatentPiece, ranks } from '../join/piece.ts';
import { classSymbols } from './classes.ts';
import type { Format, Outcome } from './format.ts';
import { textOf } from './json-lines.ts';
import { relationOf } from './priority-relation.ts';
import { objectsWith } from './record-values.ts';
import {
  assignmentParts,
  dayIn,
  type Event,
  eventOf,
  field,
  type Json,
  listIn,
  textIn,
  usApplication,
} from './uspto-values.ts';
import { wholeJson } from './whole-json.ts';

/** Names of an application's number in the records of the open data portal and of its forerunner (PEDS). */
const numberNames = ['applicationNumberText', 'ApplicationNumber', 'applId'];
const continuityNames = [
  'parentContinuityBag',
  'childContinuityBag',
  'parentContinuity',
  'childContinuity',
];

/**
 * Records of the USPTO's file wrapper as JSON, as the open data portal and PEDS gave them: status, events, term adjustment,
 * continuity, classes, assignments.
 * @param source name of the record for readers
 */
export const usptoWrapper = (source: string): Format =>
  wholeJson(source, (value): Outcome => {
    const pieces = [
      ...objectsWith(value, ...numberNames).flatMap((record) => wrapperPiece(record, source)),
      ...objectsWith(value, 'continuityBag').flatMap((record) => continuityPieces(record, source)),
    ];
    return pieces.length > 0 ? { pieces } : { reason: 'it names no application.' };
  });

function wrapperPiece(record: Json, source: string): PatentPiece[] {
  const number = usApplication(
    textIn(record, 'applicationNumberText', 'applicationNumber', 'applId'),
  );
  const about = aboutApplication(number);
  if (!about) return [];
  const meta = (field(record, 'applicationMetaData') ?? record) as Json;
  const events = eventsOf(record, source);
  const assignments = assignmentParts(
    source,
    listIn(record, 'assignmentBag', 'assignments').map(assignment),
  );
  const cpc = (field(meta, 'cpcClassificationBag') as unknown[]) ?? [];
  const uspc = textIn(meta, 'uspcSymbolText');
  const adjustment = adjustmentOf(record);
  const all = [...events, ...(assignments.events ?? [])];
  const parts: Partial<PatentDocument> = {
    ...statusOf(meta, source),
    ...(all.length > 0 && { events: all }),
    ...(assignments.owners && { owners: assignments.owners }),
    ...(Array.isArray(cpc) && cpc.length > 0 && { cpc: classSymbols(cpc.map(textOf)) }),
    ...(uspc && { uspc: [uspc] }),
    ...(adjustment !== undefined && { term_adjustment_days: adjustment }),
    ...foreignPriorities(record),
    ...relatedTo(
      number,
      continuityNames.flatMap((name) => listIn(record, name)),
    ),
  };
  return Object.keys(parts).length > 0 ? [{ about, source, rank: ranks.record, parts }] : [];
}

function statusOf(meta: Json, source: string): Pick<PatentDocument, 'status'> {
  const text = textIn(meta, 'applicationStatusDescriptionText', 'appStatus').slice(0, 300);
  if (!text) return {};
  const as_of = dayIn(meta, 'applicationStatusDate', 'appStatusDate');
  return { status: { text, ...(as_of && { as_of }), source } };
}

function eventsOf(record: Json, source: string): Event[] {
  const events = listIn(record, 'eventDataBag', 'transactions').flatMap((event) =>
    eventOf(source, {
      date:
        dayIn(event, 'eventDate') ??
        dayIn({ date: textIn(event, 'recordDate').slice(0, 10) }, 'date'),
      code: textIn(event, 'eventCode', 'code'),
      text: textIn(event, 'eventDescriptionText', 'description'),
    }),
  );
  const paper = eventOf(source, {
    date: dayIn(record, 'officialDate'),
    code: textIn(record, 'documentCode'),
    text: textIn(record, 'documentCodeDescriptionText'),
  });
  const petition = textIn(record, 'decisionPetitionTypeCode') && petitionText(record);
  const decided = eventOf(source, { date: dayIn(record, 'decisionDate'), text: petition });
  return [...events, ...paper, ...decided];
}

const petitionText = (record: Json) => {
  const issues = field(record, 'petitionIssueConsideredTextBag');
  const about = Array.isArray(issues) ? issues.map(textOf).join('; ') : '';
  return `Petition decision${about && `: ${about}`}`;
};

const assignment = (record: Json) => ({
  conveyance: textIn(record, 'conveyanceText', 'converyanceName'),
  recorded: dayIn(record, 'assignmentRecordedDate', 'recordedDate'),
  assignors: listIn(record, 'assignorBag', 'assignors').map((one) => textIn(one, 'assignorName')),
  assignees: listIn(record, 'assigneeBag', 'assignee')
    .map((one) => textIn(one, 'assigneeNameText', 'assigneeName'))
    .filter(Boolean),
});

function adjustmentOf(record: Json): number | undefined {
  const [data] = objectsWith(record, 'adjustmentTotalQuantity');
  const days = textOf(data?.adjustmentTotalQuantity) || textIn(record, 'totalPtoDays');
  return /^-?\d+$/.test(days) ? Number(days) : undefined;
}

/** Foreign applications whose priority is claimed, of the record that lists only those. */
function foreignPriorities(record: Json): Pick<Partial<PatentDocument>, 'priority_claims'> {
  const claims = listIn(record, 'foreignPriorityBag', 'claims').flatMap((claim) => {
    const number = textIn(claim, 'applicationNumberText', 'applicationNumber').slice(0, 60);
    const date = dayIn(claim, 'filingDate');
    return number ? [{ number, ...(date && { date }), relation: 'foreign' as const }] : [];
  });
  return claims.length > 0 ? { priority_claims: claims } : {};
}

/** Relations by the codes of the USPTO. */
const codes: Record<string, string> = {
  CON: 'continuation',
  CIP: 'continuation-in-part',
  DIV: 'division',
  PRO: 'provisional',
  REI: 'reissue',
  NST: 'national-stage',
};

function relatedTo(number: string, links: readonly Json[]): Pick<PatentDocument, 'related'> {
  const related = links.flatMap((link) => {
    const parent = usApplication(
      textIn(link, 'parentApplicationNumberText', 'claimApplicationNumberText'),
    );
    const child = usApplication(
      textIn(link, 'childApplicationNumberText', 'applicationNumberText'),
    );
    const other = parent === number ? child : parent;
    if (!other || other === number) return [];
    // Only a direct link says how this application relates to the other.
    const relation =
      child === number
        ? relationOf(codes[textIn(link, 'claimParentageTypeCode')] ?? '')
        : undefined;
    const date = dayIn(
      link,
      'parentApplicationFilingDate',
      'childApplicationFilingDate',
      'filingDate',
    );
    return [{ number: other.slice(0, 60), ...(date && { date }), ...(relation && { relation }) }];
  });
  return related.length > 0 ? { related } : {};
}

/** Answers about continuity alone name applications only in the links. */
function continuityPieces(record: Json, source: string): PatentPiece[] {
  const bag = field(record, 'continuityBag') as Json;
  const links = continuityNames.flatMap((name) => listIn(bag, name));
  const children = listIn(bag, 'parentContinuityBag').map((one) =>
    textIn(one, 'childApplicationNumberText'),
  );
  const number = usApplication(children[0] ?? '');
  const about = aboutApplication(number);
  const parts = relatedTo(number, links);
  return about && parts.related ? [{ about, source, rank: ranks.record, parts }] : [];
}
