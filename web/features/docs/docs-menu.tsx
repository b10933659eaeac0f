import { NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { DocsSection } from '#shared/docs/blocks.ts';
import classes from './docs-page.module.css';

/** Links to the sections of a page: a list beside it, or a select on narrow screens. */
export function DocsMenu({ sections }: { sections: readonly DocsSection[] }) {
  const navigate = useNavigate();
  return (
    <>
      <nav className={classes.menu} aria-label="Sections">
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <NativeSelect
        className={classes.select}
        label="Section"
        data={sections.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(event) => navigate(`#${event.currentTarget.value}`)}
      />
    </>
  );
}
