import { officeLinks } from '#shared/office-links.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

/** `before` and the links to the offices' pages of a publication as a part of a sentence; nothing if there are none. */
export function OfficeLinks({ patent, before }: { patent: PatentDocument; before: string }) {
  const links = officeLinks(patent);
  if (links.length === 0) return null;
  return (
    <>
      {before}{' '}
      {links.map(({ name, href }, position) => (
        <span key={href}>
          {position > 0 && ' and '}
          <a href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        </span>
      ))}
      .
    </>
  );
}
