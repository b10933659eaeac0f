import { type Params, useMatches } from 'react-router-dom';
import type { ContentShape } from '#web/ui/feedback/content-skeleton.tsx';

/** What a route declares about its page before the page's code and data are loaded. */
export interface PageHandle {
  title: string | ((params: Params) => string);
  shape: ContentShape;
}

/** Title of the page at this address, and the shape of its content; undefined if the route declares neither. */
export function usePage(): { title: string; shape: ContentShape } | undefined {
  // The handle of a group of pages says who may see them.
  const match = useMatches().findLast(({ handle }) => (handle as Partial<PageHandle>)?.title);
  if (!match) return undefined;
  const { title, shape } = match.handle as PageHandle;
  return { title: typeof title === 'string' ? title : title(match.params), shape };
}
