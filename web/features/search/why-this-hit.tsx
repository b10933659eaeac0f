import type { Explanation } from '#shared/contract/search.ts';
import { Bar } from '#web/ui/chart/bar.tsx';
import classes from './why-this-hit.module.css';

type TermShares = Explanation['terms'];

interface WhyThisHitProps {
  terms: TermShares;
  concepts: TermShares;
}

const percentOf = ({ share }: TermShares[number]) => Math.round(share * 100);
const isShown = (share: TermShares[number]) => percentOf(share) > 0;

/** The parts of a hit's score: words of the query, and words near it in meaning. */
export function WhyThisHit(parts: WhyThisHitProps) {
  const terms = parts.terms.filter(isShown);
  const concepts = parts.concepts.filter(isShown);
  if (terms.length === 0 && concepts.length === 0) return null;
  return (
    <dl className={classes.parts}>
      <Shares title="Words of your text" shares={terms} />
      <Shares title="Near it in meaning" shares={concepts} />
    </dl>
  );
}

function Shares({ title, shares }: { title: string; shares: TermShares }) {
  if (shares.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      {shares.map((share) => (
        <dd key={share.term} className={classes.share}>
          <span>
            {share.term}
            {share.synonymOf !== undefined && (
              <span className={classes.synonym}> for “{share.synonymOf}”</span>
            )}
          </span>
          <Bar value={share.share} />
          <span>{percentOf(share)} %</span>
        </dd>
      ))}
    </div>
  );
}
