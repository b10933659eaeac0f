import { sampleReportUcid } from '#shared/report/sample-report.ts';
import button from '#web/site/button.module.css';
import { ReportForm } from './report-form.tsx';
import { Section } from './section.tsx';
import classes from './split.module.css';

/** The free report, made by a partner, and the reports of the product itself. */
export function ReportSection() {
  return (
    <Section
      title="Free invalidation report"
      lead="Name a granted patent, and get the documents that were there before it and stand against its claims."
    >
      <div className={classes.split}>
        <ReportForm />
        <div>
          <p className={classes.text}>
            Each report states what was searched, the date basis of each document and, for each
            element of a claim, the passage that comes nearest, quoted word for word.
          </p>
          <p className={classes.links}>
            <a
              href={`/prior-art/${sampleReportUcid}`}
              className={`${button.button} ${button.outlined}`}
            >
              See a sample report
            </a>
            <a href={`/download-prior-art/${sampleReportUcid}`} className={button.button}>
              Get it by mail
            </a>
          </p>
        </div>
      </div>
    </Section>
  );
}
