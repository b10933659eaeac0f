import type { ReactNode } from 'react';
import { allCombinations } from '#shared/report/marked-chart.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import { noChartReasons } from '#shared/report/no-chart.ts';
import type { Report } from '#shared/report/report.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LiteratureList } from '../references/literature-list.tsx';
import { reportGaps } from '../references/report-gaps.ts';
import { ReportNotes } from '../references/report-notes.tsx';
import { SearchRecord } from '../references/search-record.tsx';
import { Timeline } from '../references/timeline.tsx';
import { CombinationReasons } from './combination-reasons.tsx';
import { CoveragePanel } from './coverage-panel.tsx';
import type { MarkedReport } from './marked-report.ts';

interface ChartSectionsProps {
  report: Report;
  marks: ReportMarks;
  /** The report with the marks. */
  told: MarkedReport;
  coverageTitle: string;
  /** Whose marks count, where they are not the reader's own team. */
  team?: string;
  chart: ReactNode;
  references: ReactNode;
}

/** What an invalidation report tells, in its order: to those who work on it, and to those with whom it is shared. */
export function ChartSections({
  report,
  marks,
  told: { claims, references: listed, coverage, finding },
  coverageTitle,
  team,
  chart,
  references,
}: ChartSectionsProps) {
  const combinations = allCombinations(report, marks);
  const { literature = [] } = report;
  return (
    <>
      {report.no_chart ? (
        <Notice>{noChartReasons[report.no_chart]}</Notice>
      ) : (
        <>
          <Section title="What was found">
            <ReportNotes notes={finding} />
          </Section>
          <Section title={coverageTitle}>
            <CoveragePanel coverage={coverage} claims={claims} {...(team && { team })} />
          </Section>
          {combinations.length > 0 && (
            <Section title="Reasons to combine">
              <CombinationReasons combinations={combinations} />
            </Section>
          )}
          <Section title="Claim chart">{chart}</Section>
        </>
      )}
      <Section title={`References (${listed.length})`}>
        <Timeline art={report.art} effectiveDate={report.subject.effective_date} />
        {references}
      </Section>
      {literature.length > 0 && (
        <Section title={`Literature (${literature.length})`}>
          <LiteratureList literature={literature} />
        </Section>
      )}
      <Section title="What this report cannot tell">
        <ReportNotes notes={reportGaps({ ...report, coverage })} />
      </Section>
      <Section title="Search record">
        <SearchRecord record={report.record} />
      </Section>
    </>
  );
}
