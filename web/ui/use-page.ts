import { type Params, useMatches } from 'react-router-dom';
import type { ContentShape } from './content-skeleton.tsx';

/** What a route tells of its page before the page's code and data are there. */
export interface PageHandle {
  title: string | ((params: Params) => string);
  shape: ContentShape;
}

/** Title of the page at this address, and the form of its content; undefined where the route tells neither. */
export function usePage(): { title: string; shape: ContentShape } | undefined {
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  if (!match) return undefined;
  const { title, shape } = match.handle as PageHandle;
  return { title: typeof title === 'string' ? title : title(match.params), shape };
}
