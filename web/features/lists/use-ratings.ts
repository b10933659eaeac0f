import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import type { ListItem, Rating } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { type ListedDocument, listQuery, rateListItem } from '#web/api/lists.ts';
import { useMember } from '#web/api/user.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { useStable } from '#web/ui/page/use-stable.ts';

/** A document with the title under which a list keeps it. */
export interface TitledDocument extends ListedDocument {
  title: string;
}

/** A rating that waits until somebody has said for which list it is. */
interface Waiting {
  document: TitledDocument;
  rating: Rating;
}

const keyOf = (authUserId: string) => `antecede-rating-list-${authUserId}`;

/** The list that this browser rates for; undefined where storage is switched off, too. */
function readStored(authUserId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(authUserId)) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(authUserId: string, listId: string): void {
  try {
    localStorage.setItem(keyOf(authUserId), listId);
  } catch {
    // This page knows it all the same.
  }
}

/**
 * What somebody thinks of documents for one matter: the list that they rate for now, which the browser remembers. A rating adds
 * a document to that list.
 */
export function useRatings() {
  const { authUserId } = useMember();
  const [listId, setListId] = useState(() => readStored(authUserId));
  const [waiting, setWaiting] = useState<Waiting>();
  const { data, isError } = useQuery({
    ...listQuery(listId ?? ''),
    enabled: listId !== undefined,
    // A list that somebody has deleted is asked for once.
    retry: false,
  });
  const list = isError ? undefined : data?.list;
  const items = isError ? [] : (data?.items ?? []);
  const save = useMutation({
    ...rateListItem,
    onError: (error) => void showMessage(`Error: ${messageOf(error)}`),
  });
  const itemOf = ({ index_id, id }: ListedDocument): ListItem | undefined =>
    items.find((item) => item.index_id === index_id && item.id === id);
  const send = (into: string, { title, ...document }: TitledDocument, rating: Rating | null) =>
    save.mutate({
      listId: into,
      ...document,
      title: title.slice(0, limits.listTitleMaxLength),
      rating,
    });
  /** Rates a document, or takes the rating away if it has that one. */
  const rate = (document: TitledDocument, rating: Rating) => {
    if (document.id.length > limits.listDocumentIdMaxLength) return;
    if (listId === undefined || isError) setWaiting({ document, rating });
    else send(listId, document, itemOf(document)?.rating === rating ? null : rating);
  };
  /** Rates for another list from now on; what waits for it first. */
  const choose = (next: string) => {
    store(authUserId, next);
    setListId(next);
    if (waiting) send(next, waiting.document, waiting.rating);
    setWaiting(undefined);
  };
  return {
    list,
    items,
    itemOf,
    rate: useStable(rate),
    choose,
    isAsking: waiting !== undefined,
    stopAsking: () => setWaiting(undefined),
  };
}

export type Ratings = ReturnType<typeof useRatings>;

/** The ratings of a page, for the hits on it: only what shows them is rendered again with each. */
export const RatingsContext = createContext<Ratings | undefined>(undefined);
