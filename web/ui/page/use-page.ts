import { type Params, useMatches, useSearchParams } from 'react-router-dom';
import type { ContentShape } from '#web/ui/feedback/content-skeleton.tsx';

/** What a route declares about its page before the page's code and data are loaded. */
export interface PageHandle {
  title: string | ((params: Params) => string);
  /** Stands below the title. Undefined if it depends on data. */
  description?: string | undefined;
  /** Parameter of the path or of the query with which the page leaves its room to something else than the description. */
  undescribedWith?: string | undefined;
  shape: ContentShape;
}

/** What the route at this address declares about its page; undefined if it declares nothing. */
export function usePage():
  | { title: string; description: string | undefined; shape: ContentShape }
  | undefined {
  // The handle of a group of pages says who may see them.
  const match = useMatches().findLast(({ handle }) => (handle as Partial<PageHandle>)?.title);
  const [query] = useSearchParams();
  if (!match) return undefined;
  const { title, description, undescribedWith: name, shape } = match.handle as PageHandle;
  const isLeftOut = name !== undefined && (match.params[name] !== undefined || query.has(name));
  return {
    title: typeof title === 'string' ? title : title(match.params),
    description: isLeftOut ? undefined : description,
    shape,
  };
}
