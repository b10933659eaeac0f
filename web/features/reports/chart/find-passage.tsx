import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { placeName } from '#shared/place-name.ts';
import { type CheckedQuote, locateQuote } from '#shared/quotes.ts';
import { patentQuery } from '#web/api/patents.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Quote, type ShownPassage } from '../references/quote.tsx';

interface FindPassageProps {
  /** The reference in which to look for the passage. */
  ucid: string;
  onFind: (passage: ShownPassage) => void;
}

/** Finds the place of words that a person has copied from a patent. */
export function FindPassage({ ucid, onFind }: FindPassageProps) {
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const find = useMutation({
    mutationFn: async () => {
      const patent = await client.fetchQuery(patentQuery(ucid));
      const found = locateQuote(patent, words);
      return { ...found, where: found.place && placeName(patent, found.place) };
    },
    onSuccess: (found) => {
      const passage = found.status === 'verified' && passageOf(found);
      if (!passage) return;
      setWords('');
      onFind(passage);
    },
  });
  const nearest = find.data?.status === 'repaired' ? passageOf(find.data) : undefined;
  return (
    <Stack gap="xs">
      <Textarea
        label="Another passage"
        description={
          <>
            Copy its words from{' '}
            <Anchor component={Link} to={patentPath(ucid)} target="_blank" inherit>
              the text of {ucid}
            </Anchor>
            .
          </>
        }
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.reportQuoteMaxLength}
        error={
          find.data?.status === 'unverified' &&
          'The text does not contain these words. A passage needs at least 12 consecutive characters.'
        }
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          find.reset();
        }}
      />
      <FormError error={find.error} />
      {nearest && (
        <>
          <Text size="sm">The text does not say this word for word. This comes nearest:</Text>
          <Quote ucid={ucid} passage={nearest} />
        </>
      )}
      <Group gap="xs">
        {nearest ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setWords('');
              find.reset();
              onFind(nearest);
            }}
          >
            Use what the text says
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            disabled={words.trim() === ''}
            loading={find.isPending}
            onClick={() => find.mutate()}
          >
            Find and use it
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** @param found a quote, and its place as readers find it */
function passageOf(found: CheckedQuote & { where: string | null }): ShownPassage | undefined {
  const { place, quote, where } = found;
  if (!place || where === null) return undefined;
  const { part, number, start, end } = place;
  return { part, number, start, end, quote, where };
}
