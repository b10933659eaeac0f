import type { PatentDocument } from '#shared/patent-document.ts';

/** What a patent is searched by: title, abstract and first claim. */
export const patentText = ({ title, abstract, claims }: PatentDocument): string =>
  [title, abstract, claims[0]?.text ?? ''].filter((part) => part !== '').join('\n');
