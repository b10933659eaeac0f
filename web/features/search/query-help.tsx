import { decodeColumnsData } from '#shared/columns-data.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { queryColumns } from './query-columns.ts';
import { fieldExamples, operatorExamples, type QueryExample } from './query-examples.ts';
import classes from './query-help.module.css';

interface QueryHelpProps {
  opened: boolean;
  onClose: () => void;
  index: Index | undefined;
  /** Puts an example into the search text. */
  onTry: (example: string) => void;
}

/** Keys that work on the page. */
const keys: readonly [string, string][] = [
  ['/', 'Type another search; with Ctrl and K from every page'],
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
export function QueryHelp({ opened, onClose, ...help }: QueryHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="How to search" size="lg">
      <Help {...help} />
    </Modal>
  );
}

function Help({ index, onTry }: Pick<QueryHelpProps, 'index' | 'onTry'>) {
  const columns = index ? queryColumns(index) : [];
  const samples = decodeColumnsData(index?.columns_data);
  return (
    <div className={classes.help}>
      <p>
        Plain words are enough: a sentence, an abstract, a whole claim. Operators decide what may be
        found; the words still rank it.
      </p>
      <Examples title="Operators" examples={operatorExamples(columns, samples)} onTry={onTry} />
      <Examples
        title="Fields of this index"
        examples={fieldExamples(columns, samples)}
        isNamed
        onTry={onTry}
      />
      <p>
        Numbers of publications, in any spelling and as many as you like, find these publications
        (of patents also numbers of applications, such as <code>12/345,678</code>); after{' '}
        <code>cites:</code> those that cite one of them. Words in fields and quotation marks are
        compared as written: <code>bee</code> does not find bees, <code>bee*</code> does.
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
  );
}

interface ExamplesProps {
  title: string;
  examples: readonly QueryExample[];
  /** Whether the meanings are names, which stand before the examples. */
  isNamed?: boolean;
  onTry: (example: string) => void;
}

function Examples({ title, examples, isNamed = false, onTry }: ExamplesProps) {
  const toTry = (example: string) => (
    <button type="button" className={classes.example} onClick={() => onTry(example)}>
      {example}
    </button>
  );
  return (
    <>
      <h3>{title}</h3>
      <dl className={classes.rows}>
        {examples.map(([example, meaning]) => (
          <div key={example}>
            <dt>{isNamed ? meaning : toTry(example)}</dt>
            <dd>{isNamed ? toTry(example) : meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
