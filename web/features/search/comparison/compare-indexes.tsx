import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { indexQuery } from '#web/api/indexes.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { useKeys } from '#web/ui/page/use-keys.ts';
import { IndexSelect } from '../index-select.tsx';
import classes from './comparison.module.css';
import { Counterparts } from './counterparts.tsx';
import { ResultsOfBoth } from './results-of-both.tsx';
import { SharesOfBoth } from './shares-of-both.tsx';
import {
  type ComparisonAddress,
  comparisonViews,
  useComparisonAddress,
} from './use-comparison-address.ts';

const viewNames = {
  results: 'Results',
  shares: 'Shares',
  only: 'Only in the first',
  both: 'In both',
};

/** Two indexes side by side: what a search finds in each, shares of categories, and rows with and without a counterpart. */
export function CompareIndexes() {
  const [address, setAddress] = useComparisonAddress();
  const { a, b, text, view } = address;
  const one = useIndex(a);
  const other = useIndex(b);
  return (
    <>
      <ComparisonForm
        key={text}
        {...{ address, setAddress }}
        names={[one.data?.name ?? (one.error ? a : undefined), other.data?.name]}
      />
      {a !== '' && b !== '' && a !== b && (
        <Segments
          label="What is compared"
          values={comparisonViews}
          names={viewNames}
          value={view}
          onChange={(next) => setAddress({ view: next })}
          className={classes.views}
        />
      )}
      <Compared {...{ address, setAddress, one, other }} />
    </>
  );
}

interface ComparedProps {
  address: ComparisonAddress;
  setAddress: (change: Partial<ComparisonAddress>) => void;
  one: ReturnType<typeof useIndex>;
  other: ReturnType<typeof useIndex>;
}

const useIndex = (indexId: string) => useQuery({ ...indexQuery(indexId), enabled: indexId !== '' });

function Compared({ address, setAddress, one, other }: ComparedProps) {
  const { a, b, text, view } = address;
  if (a === '' || b === '') {
    return (
      <EmptyState title="Choose two indexes">
        Ask both the same question, see which categories have become more frequent, and which rows
        of one have no counterpart in the other: last year’s tickets and this year’s, for instance.
      </EmptyState>
    );
  }
  if (a === b) {
    return <EmptyState title="These are the same index">Choose another one.</EmptyState>;
  }
  const failed = [one, other].find(({ error }) => error);
  if (failed) {
    return (
      <ErrorPanel
        title="These indexes cannot be compared"
        error={failed.error!}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!one.data || !other.data) {
    return <ContentSkeleton shape="list" lines={5} label="Loading the indexes" />;
  }
  const indexes = [one.data, other.data] as const;
  if (view === 'results') return <ResultsOfBoth indexes={indexes} text={text} />;
  if (view === 'shares') return <SharesOfBoth indexes={indexes} text={text} />;
  return (
    <Counterparts
      key={JSON.stringify([a, b, text])}
      indexes={indexes}
      text={text}
      isInBoth={view === 'both'}
      from={address.from}
      onFrom={(from) => setAddress({ from })}
    />
  );
}

interface ComparisonFormProps {
  address: ComparisonAddress;
  setAddress: (change: Partial<ComparisonAddress>) => void;
  /** Names of the two indexes, as far as they are known. */
  names: readonly [string | undefined, string | undefined];
}

/** The two indexes, and what both are asked. */
function ComparisonForm({ address, setAddress, names }: ComparisonFormProps) {
  const { a, b, text } = address;
  const [draft, setDraft] = useState(text);
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => box.current?.select() });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAddress({ text: draft.trim() });
  };
  return (
    <search>
      <form className={classes.form} onSubmit={ask}>
        <IndexSelect
          label="First index"
          indexId={a}
          name={names[0]}
          onChoose={(chosen) => setAddress({ a: chosen })}
        />
        <ActionIcon
          className={classes.exchange}
          variant="subtle"
          size="lg"
          aria-label="Exchange the two"
          title="Exchange the two"
          disabled={a === '' && b === ''}
          onClick={() => setAddress({ a: b, b: a })}
        >
          <IconArrowsExchange size={18} stroke={1.6} />
        </ActionIcon>
        <IndexSelect
          label="Second index"
          indexId={b}
          name={names[1]}
          onChoose={(chosen) => setAddress({ b: chosen })}
        />
        <TextInput
          ref={box}
          className={classes.text}
          size="md"
          aria-label="Search text for both"
          aria-keyshortcuts="/"
          placeholder="Ask both, or leave it empty for all rows"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Button type="submit" size="md">
          Compare
        </Button>
      </form>
    </search>
  );
}
