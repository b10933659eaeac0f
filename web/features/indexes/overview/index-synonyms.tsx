import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { limits } from '#shared/limits.ts';
import { synonymsProblem } from '#shared/synonyms.ts';
import { indexSynonymsQuery, updateIndexSynonyms } from '#web/api/index-synonyms.ts';
import { useMember } from '#web/api/user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import classes from './index-synonyms.module.css';

/** What the owner of an index searches as something else, too. Admins change it. */
export function IndexSynonyms({ index }: { index: Index }) {
  const { isAdmin } = useMember();
  return (
    <Section title="Synonyms">
      <p className={classes.lead}>
        Words that mean the same in this index. Searches apply them at once; nothing is built.
      </p>
      <Loaded
        query={useQuery(indexSynonymsQuery(index))}
        failure="The synonyms of the index could not be loaded"
        skeleton={{ shape: 'list', lines: 2, label: 'Loading synonyms' }}
      >
        {({ items }) =>
          isAdmin ? <SynonymsForm index={index} stored={items} /> : <SynonymList items={items} />
        }
      </Loaded>
    </Section>
  );
}

function SynonymList({ items }: { items: readonly string[] }) {
  if (items.length === 0) {
    return <p className={classes.lead}>There are none. An admin of your organization adds them.</p>;
  }
  return (
    <ul className={classes.list}>
      {items.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function SynonymsForm({ index, stored }: { index: Index; stored: readonly string[] }) {
  const [text, setText] = useState(stored.join('\n'));
  const [problem, setProblem] = useState<string>();
  const save = useMutation(updateIndexSynonyms(index));
  const lines = linesOf(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = synonymsProblem(lines);
    setProblem(found);
    if (found) return;
    save.mutate(lines, { onSuccess: () => void showMessage('Successfully updated!') });
  };
  return (
    <form aria-label="Synonyms" onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="One per line"
          description={
            <>
              <code>car = automobile</code> works both ways. With <code>ipad =&gt; tablet</code>, a
              search for “ipad” finds “tablet”, too, but not the other way round.
            </>
          }
          classNames={{ input: classes.lines }}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <FormError error={save.error} />
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={lines.join('\n') === stored.join('\n')}
          >
            Save synonyms
          </Button>
          <span className={classes.count}>
            {formatNumber(lines.length)} of {formatNumber(limits.synonymsMax)}
          </span>
        </Group>
      </Stack>
    </form>
  );
}
