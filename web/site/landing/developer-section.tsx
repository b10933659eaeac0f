import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { formatCents, monthlyAmount } from '#shared/plans.ts';
import button from '#web/site/button.module.css';
import { DemoForm } from './demo-form.tsx';
import classes from './developer-section.module.css';
import { Section } from './section.tsx';
import { specimen } from './specimen-data.ts';

const request = `curl -X POST "$ENDPOINT/query" \\
  -H "x-api-key: $API_KEY" \\
  -H "content-type: application/json" \\
  -d '${JSON.stringify({ request: { conceptFeaturesString: specimen.query, maxNumItems: 1 } })}'`;

const [first] = specimen.hits;

const answer = JSON.stringify(
  {
    totalFoundItems: specimen.totalFound,
    foundItems: [{ ucid: first.ucid, title: first.title, conceptScore: first.conceptScore }],
  },
  undefined,
  2,
);

const count = (value: number) => value.toLocaleString('en-US');

const facts = [
  {
    term: 'One command',
    text: 'npm ci && npm start runs all of it on a laptop: accounts, queues, mail, indexes. The same code deploys into your own AWS account.',
  },
  {
    term: 'Latency',
    text: 'A query of 3 to 10 words over 100,000 documents takes 1.5 ms of search in one process; the network takes the rest.',
  },
  {
    term: 'Limits',
    text: `${count(limits.queriesPerDay.trial)} queries a day in the trial, ${count(limits.queriesPerDay.monthly)} in a plan; up to ${limits.searchMaxItems} items an answer; files up to 5 TB.`,
  },
  {
    term: 'Price',
    text: `${formatCents(monthlyAmount('Monthly'))} a month, or ${formatCents(monthlyAmount('Annual'))} a month paid by the year. ${limits.trialDays} days are free.`,
  },
  {
    term: 'Built on open technologies',
    text: 'BM25, latent semantic analysis and term vectors, fitted to your rows. CSV in, JSON out, every call in OpenAPI.',
  },
];

/** What a developer wants to know, and the offer to do the work for the customer. */
export function DeveloperSection({ salesEmail }: { salesEmail: string | undefined }) {
  return (
    <Section
      title="Don't reinvent the wheel"
      lead="A search that understands a field takes cleaning, training, evaluation, hosting and somebody to watch it. Upload a CSV and call an endpoint instead."
    >
      <div className={classes.columns}>
        <div className={classes.code}>
          <div className={classes.bar}>
            <span>Request</span>
            <CopyButton text={request} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{request}</pre>
          <div className={classes.bar}>
            <span>Answer</span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{answer}</pre>
        </div>
        <dl className={classes.facts}>
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.links}>
        <a href="/docs/us_patents" className={`${button.button} ${button.outlined}`}>
          Read the documentation
        </a>
      </p>
      <div className={classes.offer}>
        <div>
          <h3>Done for you</h3>
          <p>
            Our people take over the whole integration: data cleaning, hyperparameter tuning,
            training and hosting. Ask to see it on your own texts first.
          </p>
          {salesEmail && (
            <a href={`mailto:${salesEmail}`} className={`${button.button} ${button.filled}`}>
              Talk to sales
            </a>
          )}
        </div>
        <DemoForm />
      </div>
    </Section>
  );
}

/** Copies a text, and says whether that worked. */
function CopyButton({ text }: { text: string }) {
  const [label, setLabel] = useState('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLabel('Copied');
    } catch {
      setLabel('Your browser does not allow copying');
    }
    setTimeout(() => setLabel('Copy'), limits.messageClearMs);
  };
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {label}
    </button>
  );
}
