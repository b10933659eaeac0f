import { formatScore } from '#web/lib/format.ts';
import classes from './specimen.module.css';

/** Recorded from the sample patents catalogue as it comes with the product. */
const query = 'Organisms that make fuel from sugar';

const hits = [
  {
    id: 'US-20130247452-A1',
    title: 'Bacterial Production Of Jet Fuel And Gasoline Range Hydrocarbons',
    score: 0.7335,
  },
  { id: 'US-20090203070-A1', title: 'Hyperphotosynthetic Organisms', score: 0.688 },
  {
    id: 'US-8349587-B2',
    title: 'Methods And Systems For Chemoautotrophic Production Of Organic Compounds',
    score: 0.6709,
  },
  {
    id: 'US-20140234923-A1',
    title: 'Fermentation Of Glycerol To Organic Acids',
    score: 0.4934,
  },
];

/** A query of the sample patents catalogue with its first answers. */
export function Specimen() {
  return (
    <figure className={classes.specimen}>
      <p className={classes.query}>{query}</p>
      <ol className={classes.hits}>
        {hits.map(({ id, title, score }) => (
          <li key={id} className={classes.hit}>
            <span className={classes.title}>
              {title}
              <span className={classes.id}>{id}</span>
            </span>
            <span className={classes.score}>
              {formatScore(score)}
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${score * 100}%` }} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <figcaption className={classes.caption}>
        A query of the sample patents catalog and its first answers, each with its score.
      </figcaption>
    </figure>
  );
}
