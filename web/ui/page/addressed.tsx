import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** A part of a page that an address leads to: `/settings#team`. The browser looks for it before the app has drawn it. */
export function Addressed({ id, children }: { id: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) part.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <div id={id} ref={part}>
      {children}
    </div>
  );
}
