import { Modal } from '@mantine/core';
import type { QueryColumn } from '#shared/query-language/columns.ts';
import { columnOf } from '#shared/query-language/columns.ts';
import { columnLabel } from '#web/lib/column-label.ts';
import classes from './query-help.module.css';

interface QueryHelpProps {
  opened: boolean;
  onClose: () => void;
  columns: readonly QueryColumn[];
  /** Puts an example into the search text. */
  onTry: (example: string) => void;
}

const operators: readonly [string, string][] = [
  ['keeping bees in winter', 'Words alone rank: the nearest in meaning come first'],
  ['"queen bee"', 'These words one after the other'],
  ['bees +hive -wasps', 'With hive, without wasps'],
  ['bees AND (hive OR comb) AND NOT wasps', 'As it says'],
  ['"queen bee" NEAR/5 hive', 'At most five words between them, in any order'],
  ['pollinat*', 'Words that begin like this'],
];

/** Examples of fields, of which those are shown that the index has. */
const fields: readonly [string, string][] = [
  ['title', 'title:hive'],
  ['abstract', 'abstract:"queen bee"'],
  ['claims', 'claims:"queen bee"'],
  ['text', 'text:"queen bee"'],
  ['owner', 'owner:(Hartwell OR Norden)'],
  ['inventor', 'inventor:Byron'],
  ['author', 'author:Byron'],
  ['cpc', 'cpc:A01K47'],
  ['ipc', 'ipc:A01K'],
  ['class', 'class:A01K'],
  ['category', 'category:cs.*'],
  ['pd', 'pd:2001..2010'],
  ['prd', 'prd:..1999'],
  ['kind', 'kind:B2'],
  ['cites', 'cites:US1234567'],
  ['pn', 'pn:(US1234567, EP1000000)'],
];

const exampleOf = ({ name, kind }: QueryColumn): string => {
  const field = /^\p{L}[\p{L}\p{N}_]*$/u.test(name) ? name : name.replaceAll(/[\s-]+/g, '');
  if (kind === 'date') return `${field}:2001..2010`;
  if (kind === 'number') return `${field}:10..20`;
  return `${field}:word`;
};

/** Fields that an index has: those with short names, then its other columns. */
function fieldsOf(columns: readonly QueryColumn[]): [string, string][] {
  const shown = new Set<string>();
  const named = fields.flatMap(([name, example]): [string, string][] => {
    const column = columnOf(columns, name);
    if (!column || shown.has(column.name)) return [];
    shown.add(column.name);
    return [[example, columnLabel(column.name)]];
  });
  const others = columns.filter(({ name, kind }) => !shown.has(name) && kind !== 'link');
  return [
    ...named,
    ...others.map((column): [string, string] => [exampleOf(column), columnLabel(column.name)]),
  ];
}

/** Keys that work on the page. */
const keys: readonly [string, string][] = [
  ['/', 'Type another search'],
  ['↓', 'From the end of the search text to the first result'],
  ['j', 'Next result'],
  ['k', 'Previous result'],
  ['Enter', 'Open it, on wide screens beside the list'],
  ['Escape', 'Close it'],
  ['x', 'Select it'],
  ['u', 'Mark it as read or unread'],
  ['1', 'Rate it as relevant; 2 as maybe, 3 as not relevant'],
  ['?', 'This help'],
];

/** What can be typed into the search text, with examples to try. */
export function QueryHelp({ opened, onClose, columns, onTry }: QueryHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="How to search" size="lg">
      <div className={classes.help}>
        <p>
          Plain words are enough: a sentence, an abstract, a whole claim. Operators decide what may
          be found; the words still rank it.
        </p>
        <Examples title="Operators" examples={operators} onTry={onTry} />
        <Examples title="Fields of this index" examples={fieldsOf(columns)} onTry={onTry} />
        <p>
          Numbers of publications, in any spelling and as many as you like, find these publications.
          Words in fields and quotation marks are compared as written: <code>bee</code> does not
          find bees, <code>bee*</code> does.
        </p>
        <h3>Keys</h3>
        <dl className={classes.rows}>
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}

interface ExamplesProps {
  title: string;
  examples: readonly [string, string][];
  onTry: (example: string) => void;
}

function Examples({ title, examples, onTry }: ExamplesProps) {
  return (
    <>
      <h3>{title}</h3>
      <dl className={classes.rows}>
        {examples.map(([example, meaning]) => (
          <div key={example}>
            <dt>
              <button type="button" className={classes.example} onClick={() => onTry(example)}>
                {example}
              </button>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
