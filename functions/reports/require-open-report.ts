import type { MemberPrincipal } from '#functions/people/index.ts';
import {
  noteWork,
  type ProjectRecord,
  projectHolding,
  reportRef,
  seesProject,
} from '#functions/projects/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { Report } from '#shared/report/report.ts';
import type { ReportSubject } from './reports.ts';

/**
 * The project that holds a report of the caller's organization; undefined when none does. Throws `ReportConfidential` where
 * the project is confidential and the caller does not see it: what the organization adds to the report belongs to it.
 */
export async function requireOpenReport(
  principal: MemberPrincipal,
  subject: ReportSubject,
): Promise<ProjectRecord | undefined> {
  const project = await projectHolding(principal.orgId, {
    kind: 'report',
    ref: reportRef(subject),
  });
  if (project && !seesProject(principal, project)) throw new ProductError('ReportConfidential');
  return project;
}

/** Notes in the project of an invalidation report that somebody worked on its chart; nothing where no project holds it. */
export async function noteMarked(
  principal: MemberPrincipal,
  project: ProjectRecord | undefined,
  { subject: { ucid, title: name } }: Pick<Report, 'subject'>,
  now: Date,
): Promise<void> {
  if (!project) return;
  const ref = reportRef({ kind: 'invalidation', ucid });
  await noteWork(principal, project.project_id, 'marked', { kind: 'report', ref, name }, now);
}
