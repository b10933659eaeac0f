import { lambda } from '#core/request/lambda.ts';
import { openPatents } from '#functions/patents/index.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { limits } from '#shared/limits.ts';
import { partText } from '#shared/part-text.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import type { NewMark } from '#shared/report/marks.ts';
import type { Report, ReportPassage } from '#shared/report/report.ts';
import { readReport } from '../read-report.ts';
import { listReport } from '../report-list.ts';
import { listMarks, type MarkRecord, putMark, removeMark } from '../report-marks.ts';
import { reportPassage } from '../report-passage.ts';
import { noteMarked, requireOpenReport } from '../require-open-report.ts';
import { namesOf, toMark } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'save-report-mark',
  member,
  async ({ body: { mark, revision, ...body }, principal, now, fail }) => {
    const { orgId, user } = principal;
    const { report } = await readReport('invalidation', body.report, now);
    const subject = { kind: 'invalidation' as const, ucid: report.subject.ucid };
    const project = await requireOpenReport(principal, subject);
    const of = { orgId, report: report.subject.ucid };
    const { marks, added } = await listMarks(of);
    if (!isCell(report, added, mark)) {
      throw fail('InvalidRequest', 'The report has no such element or reference.');
    }
    const { element, ucid, grade, note } = mark;
    const passage = mark.passage && (await readPassage(ucid, mark.passage));
    if (mark.passage && !passage) {
      throw fail('InvalidRequest', `${ucid} has no such passage to quote.`);
    }
    if (!grade && !passage && !note) {
      const isGone = revision === 0 || (await removeMark(of, mark, revision));
      if (!isGone) throw fail('MarkChanged');
      await noteMarked(principal, project, report, now);
      return { mark: null };
    }
    const saved = {
      element,
      ucid,
      grade,
      passage,
      note,
      revision: revision + 1,
      by_id: user.item_id,
      at: now.toISOString(),
    };
    if (
      sizeOf([...marks.filter((one) => !isSameCell(one, saved)), saved]) >
      limits.reportMarksMaxBytes
    )
      throw fail('MarksFull');
    if (!(await putMark(of, saved, revision))) throw fail('MarkChanged');
    await listReport(user, { kind: 'invalidation', ...report.subject }, now);
    await noteMarked(principal, project, report, now);
    return { mark: toMark(saved, await namesOf(orgId)) };
  },
);

type Cell = Pick<NewMark, 'element' | 'ucid'>;

function isCell(report: Report, added: readonly { ucid: string }[], { element, ucid }: Cell) {
  if (!chartedElements(report.claims).some(({ label }) => label === element)) return false;
  return [...report.art, ...added].some((reference) => reference.ucid === ucid);
}

const isSameCell = (one: Cell, other: Cell) =>
  one.element === other.element && one.ucid === other.ucid;

const sizeOf = (marks: readonly MarkRecord[]) => Buffer.byteLength(JSON.stringify(marks));

/**
 * The exact passage that a person has selected. Undefined if the document has no such passage, or if it is
 * empty, too long, or begins or ends within a character.
 */
async function readPassage(
  ucid: string,
  place: NonNullable<NewMark['passage']>,
): Promise<ReportPassage | undefined> {
  const document = await (await openPatents())(ucid);
  const text = document && partText(document, place);
  const { start, end } = place;
  const quote = text?.slice(start, end) ?? '';
  const isThere = quote.length === end - start && quote.trim() !== '' && quote.isWellFormed();
  if (!document || !isThere || quote.length > limits.reportQuoteMaxLength) return undefined;
  return reportPassage(document, place, quote);
}
