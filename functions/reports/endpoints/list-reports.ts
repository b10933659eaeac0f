import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { member } from '#functions/people/index.ts';
import { heldByProject, reportRef, seesProject } from '#functions/projects/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { listReports } from '../report-list.ts';
import { reportState } from '../report-state.ts';
import { namesOf } from '../to-report-marks.ts';

export const handler = lambda(
  reportLists,
  'list-reports',
  member,
  async ({ query, principal, now }) => {
    const { orgId } = principal;
    const page = {
      order: 'descending' as const,
      pageSize: query.limit,
      after: decodeCursor(query.cursor),
    };
    const [{ items, next }, held] = await Promise.all([
      listReports(orgId, page),
      heldByProject(orgId, 'report'),
    ]);
    const listed = items
      .map(({ record }) => record)
      .filter((report) => {
        const project = held.get(reportRef(report));
        return !project || seesProject(principal, project);
      });
    const nameOf = await namesOf(orgId);
    const withState = async ({ kind, ucid, title, by_id, at }: (typeof listed)[number]) => {
      const state = await reportState({ kind, ucid }, now);
      const project = held.get(reportRef({ kind, ucid }));
      return {
        kind,
        ucid,
        title,
        by: nameOf(by_id),
        at,
        ...state,
        ...(project && { project: { project_id: project.project_id, name: project.name } }),
      };
    };
    return { items: await Promise.all(listed.map(withState)), next: encodeCursor(next) };
  },
);
