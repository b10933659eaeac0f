import type { Coverage, Evidence, ReportClaim } from '#shared/report/report.ts';
import { formatScore } from '#web/lib/format.ts';
import classes from './coverage-panel.module.css';

const evidenceNames = (team: string): Record<Evidence, string> => ({
  text: 'text match',
  model: 'the model’s judgement',
  people: `${team}’s judgement`,
});

interface CoveragePanelProps {
  coverage: Coverage;
  claims: readonly ReportClaim[];
  /** Whose marks count. */
  team?: string;
}

/**
 * Which elements the references reach, and the fewest references that have all limitations of a claim: by what people
 * found, else by a model's judgement, else by a match of words.
 */
export function CoveragePanel({ coverage, claims, team = 'your team' }: CoveragePanelProps) {
  const { uncovered, partly, covering } = coverage;
  const nameOf = evidenceNames(team);
  return (
    <dl className={classes.coverage}>
      <div>
        <dt>Without a match</dt>
        <dd data-gap={uncovered.length > 0}>
          {uncovered.join(', ') || 'none: every element has a match'}
        </dd>
      </div>
      <div>
        <dt>Only weakly or partly</dt>
        <dd>{partly.join(', ') || 'none'}</dd>
      </div>
      {claims.map(({ number }) => {
        const sets = covering.filter(({ claim }) => claim === number);
        return (
          <div key={number}>
            <dt>All limitations of claim {number}</dt>
            <dd>
              {sets.length === 0 && 'no reference and no combination that was tried has them'}
              {sets.map(({ ucids, weakest, evidence }) => (
                <span key={ucids.join()} className={classes.set}>
                  {ucids.join(' + ')}{' '}
                  <span className={classes.weakest}>
                    weakest {weakest.label}, {formatScore(weakest.score)}; by{' '}
                    {evidence.map((one) => nameOf[one]).join(', ')}
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
