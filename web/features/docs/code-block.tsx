import type { ReactNode } from 'react';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** What the code is: "A search". */
  label: string;
  code: string;
  /** Control that chooses between versions of it. */
  choice?: ReactNode;
}

/** Code to read and to copy. */
export function CodeBlock({ label, code, choice }: CodeBlockProps) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span className={classes.label}>{label}</span>
        {choice}
        <CopyIcon value={code} label={`Copy: ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
