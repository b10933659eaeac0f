import { useQueryClient } from '@tanstack/react-query';
import { documentQuery } from '#web/api/documents.ts';
import { messageOf } from '#web/lib/errors.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { useStable } from '#web/ui/page/use-stable.ts';

/** Characters of all documents together. Longer texts do not fit into an address. */
const mostCharacters = 2000;
const mostDocuments = 5;

/** Searches for what some documents of an index are about, by their titles and the beginnings of their texts. */
export function useMoreLike(indexId: string, onSearch: (change: Partial<SearchAddress>) => void) {
  const client = useQueryClient();
  return useStable(async (ids: readonly string[]) => {
    const some = ids.slice(0, mostDocuments);
    try {
      const found = await Promise.all(
        some.map((id) => client.fetchQuery(documentQuery({ indexId, id, text: '' }))),
      );
      const each = Math.floor(mostCharacters / Math.max(1, found.length));
      const texts = found.map(({ item, text }) => `${titleOf(item)}${text}`.slice(0, each).trim());
      onSearch({ text: texts.join('\n'), filters: [], asWords: true });
    } catch (error) {
      void showMessage(`Error: ${messageOf(error)}`);
    }
  });
}

const titleOf = ({ title }: Readonly<Record<string, unknown>>) =>
  typeof title === 'string' && title !== '' ? `${title}. ` : '';
