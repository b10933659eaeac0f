import type { Coverage, ReportClaim } from '#shared/report/report.ts';
import { formatScore } from '#web/lib/format.ts';
import classes from './coverage-panel.module.css';

interface CoveragePanelProps {
  coverage: Coverage;
  claims: readonly ReportClaim[];
}

/** Which elements the references reach, and the fewest references that disclose all limitations of a claim. */
export function CoveragePanel({ coverage, claims }: CoveragePanelProps) {
  const { uncovered, partly, covering } = coverage;
  return (
    <dl className={classes.coverage}>
      <div>
        <dt>Not covered</dt>
        <dd data-gap={uncovered.length > 0}>
          {uncovered.join(', ') || 'none: every element is covered'}
        </dd>
      </div>
      <div>
        <dt>Disclosed only partly</dt>
        <dd>{partly.join(', ') || 'none'}</dd>
      </div>
      {claims.map(({ number }) => {
        const sets = covering.filter(({ claim }) => claim === number);
        return (
          <div key={number}>
            <dt>All limitations of claim {number}</dt>
            <dd>
              {sets.length === 0 && 'no reference and no combination that was tried discloses them'}
              {sets.map(({ ucids, weakest }) => (
                <span key={ucids.join()} className={classes.set}>
                  {ucids.join(' + ')}{' '}
                  <span className={classes.weakest}>
                    weakest {weakest.label}, {formatScore(weakest.score)}
                  </span>
                </span>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
