import { getIndex } from '#functions/indexes/index.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import type { Report } from '#shared/report/report.ts';
import { judgeName } from './judging/judge-settings.ts';
import { reportRules } from './report-rules.ts';
import type { ReportIdentity, ReportSubject } from './reports.ts';

/**
 * The report that would be made now: by the build that serves, whose documents come with it, by the rules of this code and,
 * where it has a chart, by the models that judge it. Undefined while there is no index to search.
 */
export async function servedReport(subject: ReportSubject): Promise<ReportIdentity | undefined> {
  const manifestKey = (await getIndex(patentsIndex))?.manifest_key;
  const build = manifestKey?.split('/').at(-2);
  if (!build) return undefined;
  const { kind, ucid } = subject;
  return { kind, ucid, version: versionName(kind, build, reportRules.rulesVersion) };
}

/** Version that a report was made with. */
export const versionOf = ({ kind, record: { index, settings } }: Report) =>
  versionName(kind, index.version, settings.rulesVersion);

function versionName(kind: Report['kind'], build: string, rules: number | undefined): string {
  const judge = kind === 'invalidation' ? judgeName() : undefined;
  return `${build}-rules-${rules}${judge ? `-judge-${judge}` : ''}`;
}
