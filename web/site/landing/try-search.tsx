import { type FormEvent, useRef, useState } from 'react';
import button from '#web/site/button.module.css';
import field from '#web/site/field.module.css';
import { Score } from '#web/ui/chart/score.tsx';
import { type Hit, searchPatents } from './search-patents.ts';
import { specimen } from './specimen-data.ts';
import classes from './try-search.module.css';

type Answer =
  | { state: 'found'; query: string; hits: readonly Hit[] }
  | { state: 'searching'; query: string }
  | { state: 'failed'; message: string };

/** Queries to begin with. Tests ask for each of them. */
export const landingQueries = [
  'keep ice off the blades of a wind turbine',
  'find the swarm before the bees leave',
  'ear piece that opens when the wearer talks',
];

/** Searches the patents without an account. It begins with a recorded answer, so that the page is never empty. */
export function TrySearch() {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Answer>({ state: 'found', ...specimen });
  const asked = useRef(0);
  const ask = async (query: string) => {
    asked.current += 1;
    const mine = asked.current;
    const show = (next: Answer) => mine === asked.current && setAnswer(next);
    show({ state: 'searching', query });
    try {
      show({ state: 'found', query, hits: await searchPatents(query) });
    } catch (error) {
      show({ state: 'failed', message: (error as Error).message });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void ask(text.trim());
  };
  return (
    <section className={classes.card} aria-label="Try it">
      <form onSubmit={submit} className={classes.form}>
        <label htmlFor="try-search" className={field.label}>
          Search the patents
        </label>
        <div className={field.row}>
          <input
            id="try-search"
            type="search"
            className={field.input}
            placeholder="Describe an invention"
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" className={`${button.button} ${button.filled} ${button.large}`}>
            Search
          </button>
        </div>
        <ul className={classes.examples}>
          {landingQueries.map((query) => (
            <li key={query}>
              <button
                type="button"
                onClick={() => {
                  setText(query);
                  void ask(query);
                }}
              >
                {query}
              </button>
            </li>
          ))}
        </ul>
      </form>
      <div className={classes.answer} aria-live="polite" aria-busy={answer.state === 'searching'}>
        <TryAnswer answer={answer} />
      </div>
    </section>
  );
}

function TryAnswer({ answer }: { answer: Answer }) {
  if (answer.state === 'failed') return <p className={classes.message}>{answer.message}</p>;
  const title = <p className={classes.query}>{answer.query}</p>;
  if (answer.state === 'searching') {
    return (
      <>
        {title}
        <p className={classes.message}>Searching…</p>
      </>
    );
  }
  return (
    <>
      {title}
      {answer.hits.length === 0 && <p className={classes.message}>No item found.</p>}
      <ol className={classes.hits}>
        {answer.hits.map(({ ucid, title: name, conceptScore, passage, hasText }) => (
          <li key={ucid}>
            <div className={classes.head}>
              {hasText ? <a href={`/patents/${ucid}`}>{name}</a> : <span>{name}</span>}
              <Score value={conceptScore} />
            </div>
            <p className={classes.passage}>{passage}</p>
            <p className={classes.id}>{ucid}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
