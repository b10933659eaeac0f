import { ActionIcon, Anchor } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import classes from './open-document.module.css';

interface OpenDocumentProps {
  id: string;
  title: string;
  /** Path of its own page. */
  path: string;
  onClose: () => void;
  children: ReactNode;
}

/** A document beside the list of hits, which stays as it is. */
export function OpenDocument({ id, title, path, onClose, children }: OpenDocumentProps) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document begins at its top
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
  }, [id]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <aside ref={pane} className={classes.pane} aria-label={`Document: ${title}`} tabIndex={0}>
      <header className={classes.head}>
        <span className={classes.id}>{id}</span>
        <Anchor component={Link} to={path} size="sm">
          Open its page
        </Anchor>
        <ActionIcon
          variant="subtle"
          aria-label="Close the document"
          title="Close (Escape)"
          onClick={onClose}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </aside>
  );
}
