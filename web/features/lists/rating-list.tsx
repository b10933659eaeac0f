import { Anchor, Button, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListItem, Rating } from '#shared/contract/lists.ts';
import { createList, listsQuery } from '#web/api/lists.ts';
import { formatNumber } from '#web/lib/format.ts';
import { nameFromText } from '#web/lib/name-from-text.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm, NameField } from '#web/ui/form/dialog-form.tsx';
import classes from './rating-list.module.css';
import type { Ratings } from './use-ratings.ts';

interface RatingListProps {
  ratings: Ratings;
  /** Index whose documents are before the reader. */
  indexId: string;
  /** What is searched: a name for a new list. */
  text: string;
  /** Gets those to search with, and all that are rated: the search leaves them out. */
  onMoreLike: (ids: readonly string[], known: readonly string[]) => void;
}

/** The list that is rated for, what is rated in it, and a search for more like its relevant documents. */
export function RatingList({ ratings, indexId, text, onMoreLike }: RatingListProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { list, items, choose, isAsking, stopAsking } = ratings;
  const rated = items.filter((item) => item.rating && item.index_id === indexId);
  const relevant = rated.filter((item) => item.rating === 'relevant');
  const idsOf = (some: readonly ListItem[]) => some.map(({ id }) => id);
  const countOf = (rating: Rating) =>
    formatNumber(items.filter((item) => item.rating === rating).length);
  const close = () => {
    setChoosing(false);
    stopAsking();
  };
  return (
    <>
      {list && (
        <div className={classes.bar}>
          <span>
            Rating for{' '}
            <Anchor component={Link} to={`/lists/${list.list_id}`} underline="hover" inherit>
              {list.name}
            </Anchor>
            : {countOf('relevant')} relevant, {countOf('maybe')} maybe, {countOf('not')} not
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            Another list
          </Button>
          {relevant.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onMoreLike(idsOf(relevant), idsOf(rated))}
            >
              More like the relevant ones
            </Button>
          )}
        </div>
      )}
      <Modal opened={isChoosing || isAsking} onClose={close} title="Rate for which list?">
        <ChooseList
          text={text}
          onChoose={(listId) => {
            setChoosing(false);
            choose(listId);
          }}
          onClose={close}
        />
      </Modal>
    </>
  );
}

interface ChooseListProps {
  text: string;
  onChoose: (listId: string) => void;
  onClose: () => void;
}

/** A choice that is no list. */
const newList = '';

function ChooseList({ text, onChoose, onClose }: ChooseListProps) {
  const { data: lists = [] } = useQuery(listsQuery);
  const [chosen, setChosen] = useState(newList);
  const [name, setName] = useState(nameFromText(text));
  const make = useMutation(createList);
  const submit = () => {
    if (chosen !== newList) onChoose(chosen);
    else {
      const body = { name: name.trim(), shared: false };
      make.mutate(body, { onSuccess: ({ list_id }) => onChoose(list_id) });
    }
  };
  return (
    <DialogForm
      error={make.error}
      isSaving={make.isPending}
      label="Rate for this list"
      canSave={chosen !== newList || name.trim() !== ''}
      onSave={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        What is relevant depends on the matter, so each rating belongs to a list. Documents that you
        rate are added to it.
      </Text>
      {lists.length > 0 && (
        <NativeSelect
          label="List"
          data={[
            { value: newList, label: 'A new list' },
            ...lists.map((list) => ({ value: list.list_id, label: list.name })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {chosen === newList && (
        <NameField label="Name of the new list" value={name} onChange={setName} />
      )}
    </DialogForm>
  );
}
