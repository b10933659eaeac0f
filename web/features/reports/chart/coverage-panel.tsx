import { numberRanges } from '#shared/report/number-ranges.ts';
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
  const setsOf = (number: number) => covering.filter(({ claim }) => claim === number);
  const failing = claims.filter(({ number }) => setsOf(number).length === 0);
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
      {failing.length > 0 && (
        <div>
          <dt>
            All limitations of {failing.length === 1 ? 'claim' : 'claims'}{' '}
            {numberRanges(failing.map(({ number }) => number))}
          </dt>
          <dd>no reference and no combination that was tried has them</dd>
        </div>
      )}
      {claims.map(({ number }) => {
        const sets = setsOf(number);
        if (sets.length === 0) return null;
        return (
          <div key={number}>
            <dt>All limitations of claim {number}</dt>
            <dd>
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
