import { claimExample } from './claim-example.ts';
import { Section } from './section.tsx';
import classes from './why-section.module.css';

const reasons = [
  {
    title: 'Other words, same idea',
    text: 'A flap with two stable positions is a bistable valve. An index learns such pairs from the texts in which they meet.',
  },
  {
    title: 'Whole paragraphs as queries',
    text: 'Paste an abstract or a complete claim. There is no query language to learn and no Boolean string to tune.',
  },
  {
    title: 'A ranking, not a heap',
    text: 'Each result has a score between 0 and 1, and an explanation of what the score is made of.',
  },
  {
    title: 'Nothing hangs on one keyword',
    text: 'Prior art is seldom worded the way you would word it. A list of keywords leaves it out.',
  },
];

/** nDCG@10 over sixteen public collections, as `docs/engine.md` has it; a test compares. */
export const quality = { collections: 16, keywords: 0.567, antecede: 0.619 };

/** Why meaning beats keywords: by an example, four reasons and a figure. */
export function WhySection() {
  return (
    <Section
      id="product"
      title="Why Antecede"
      lead="The documents that stand against a claim say the same thing in other words. Here is one pair, as the product found it."
    >
      <div className={classes.columns}>
        <ClaimExample />
        <div>
          <h3 className={classes.subtitle}>Four reasons for semantic search</h3>
          <ul className={classes.reasons}>
            {reasons.map(({ title, text }) => (
              <li key={title}>
                <h4>{title}</h4>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Quality />
    </Section>
  );
}

function ClaimExample() {
  const { claimed, older, pairs } = claimExample;
  return (
    <table className={classes.chart}>
      <caption>A claim of 2017 beside a patent of 2013, from the sample patents.</caption>
      <thead>
        <tr>
          <th scope="col">
            <a href={`/patents/${claimed.ucid}`}>{claimed.ucid}</a>, claim {claimed.claim}
          </th>
          <th scope="col">
            <a href={`/patents/${older.ucid}`}>{older.ucid}</a>
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ limitation, quote, place: { part, number } }) => (
          <tr key={limitation}>
            <td>{limitation}</td>
            <td>
              <mark>{quote}</mark>
              <span className={classes.place}>{number ? `${part} ${number}` : part}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const percent = (value: number) => `${value * 100}%`;
const figure = (value: number) => value.toFixed(3).replace(/^0/, '');

function Quality() {
  const rows = [
    { name: 'Antecede', value: quality.antecede },
    { name: 'Keyword search (BM25)', value: quality.keywords },
  ];
  return (
    <figure className={classes.quality}>
      <figcaption>
        Measured on {quality.collections} public test collections, from patents to product names, in
        five languages: mean nDCG@10, where 1 is a perfect order.
      </figcaption>
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} className={classes.bar}>
            <dt>{name}</dt>
            <dd>
              <span style={{ width: percent(value) }} />
              {figure(value)}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
