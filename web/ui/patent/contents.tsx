import { useEffect, useRef, useState } from 'react';
import classes from './contents.module.css';

/** A part of a document that its table of contents leads to. */
export interface ContentsItem {
  /** Of the element that it leads to. */
  id: string;
  title: string;
  /** 1 for headings within a part, which narrow screens leave out. */
  level: 0 | 1;
}

/** Distance from the top of the window within which a part counts as the one that is read. */
const readingLine = 120;

/** A table of contents that stays in view and shows which part is read. */
export function PatentContents({ items }: { items: readonly ContentsItem[] }) {
  const current = useCurrent(items);
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves to what is marked as current
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!link || !list.current) return;
    const { offsetLeft, offsetTop, offsetHeight, offsetWidth } = link;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = list.current;
    const isInView =
      offsetTop >= scrollTop &&
      offsetTop + offsetHeight <= scrollTop + clientHeight &&
      offsetLeft >= scrollLeft &&
      offsetLeft + offsetWidth <= scrollLeft + clientWidth;
    if (!isInView) {
      list.current.scrollTo({ top: offsetTop - clientHeight / 2, left: offsetLeft - 16 });
    }
  }, [current]);
  return (
    <nav ref={list} aria-label="Parts of the patent" className={classes.contents}>
      {items.map(({ id, title, level }) => (
        <a
          key={id}
          href={`#${id}`}
          data-level={level}
          aria-current={id === current ? 'location' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Id of the last part that begins above the reading line. */
function useCurrent(items: readonly ContentsItem[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const above = items.findLast(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLine;
      });
      setCurrent(above?.id ?? items[0]?.id);
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    // Also of boxes that scroll within the page, such as a dialog.
    document.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', later, { capture: true });
    };
  }, [items]);
  return current;
}
