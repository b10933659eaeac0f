import { Button, CloseButton } from '@mantine/core';
import type { QueryColumn } from '#shared/query-language/columns.ts';
import { withoutPlace } from '#shared/query-language/edit-query.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import { parseQuery, type QueryPlace } from '#shared/query-language/parse-query.ts';
import { describeCondition } from './describe-condition.ts';
import classes from './understood-query.module.css';

interface UnderstoodQueryProps {
  text: string;
  /** Whether the person wants all of it as words. */
  asWords: boolean;
  columns: readonly QueryColumn[];
  /** Another text, with these conditions or without. */
  onChange: (change: { text?: string; asWords?: boolean }) => void;
  /** Selects a condition where it was typed. */
  onEdit: (place: QueryPlace) => void;
}

/** What was understood of a text with operators: its conditions, each of which can be changed or removed. */
export function UnderstoodQuery({
  text,
  asWords,
  columns,
  onChange,
  onEdit,
}: UnderstoodQueryProps) {
  if (columns.length === 0 || !hasOperators(text)) return null;
  const { conditions, places, problem, missing = [], text: words } = parseQuery(text, columns);
  if (asWords) {
    return (
      <p className={classes.understood}>
        Everything is read as words.
        <Switch label="Read it as a query" onClick={() => onChange({ asWords: false })} />
      </p>
    );
  }
  if (problem !== undefined) {
    return (
      <p className={classes.understood} role="status">
        This was read as words, because it is not a complete query: {problem}
      </p>
    );
  }
  const note = missing.length > 0 && (
    <p className={classes.understood} role="status">
      This index has no {missing.map((name) => `“${name}:”`).join(' and no ')}: read as words.
    </p>
  );
  if (conditions.length === 0) return note;
  return (
    <div className={classes.understood}>
      {note}
      <span className={classes.label} id="conditions-label">
        Must be met
      </span>
      <ul className={classes.list} aria-labelledby="conditions-label">
        {conditions.map((condition, position) => {
          const place = places[position]!;
          const name = describeCondition(condition);
          return (
            <li key={place.start} className={classes.condition} data-excluded={'not' in condition}>
              <button
                type="button"
                className={classes.name}
                aria-label={`Change ${name}`}
                onClick={() => onEdit(place)}
              >
                {name}
              </button>
              <CloseButton
                size="sm"
                aria-label={`Remove ${name}`}
                onClick={() => onChange({ text: withoutPlace(text, place) })}
              />
            </li>
          );
        })}
      </ul>
      <span className={classes.label}>
        {words.trim() === ''
          ? 'Listed, not ranked: no words are left'
          : `Ranked by ${shortened(words)}`}
      </span>
      <Switch label="Read as words" onClick={() => onChange({ asWords: true })} />
    </div>
  );
}

const longestShown = 80;
const shortened = (words: string) =>
  words.length > longestShown ? `${words.slice(0, longestShown).trimEnd()} …` : words;

function Switch({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {label}
    </Button>
  );
}
