import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  children: ReactNode;
}

/** A titled part beside the chat. On narrow screens it is collapsed at first. */
export function SidePanel({ title, children }: SidePanelProps) {
  const isWide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false });
  return (
    <details className={classes.panel} open={isWide}>
      <summary className={classes.summary}>
        <h2 className={classes.title}>{title}</h2>
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
