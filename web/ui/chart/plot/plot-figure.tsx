import { type PlotOptions, plot } from '@observablehq/plot';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FigureTable } from '../figure-table.tsx';
import { nextPoint } from './next-point.ts';
import classes from './plot-figure.module.css';

/** Class of the mark whose shapes are the points of a plot. */
export const pointsClass = 'plot-points';
/** Class of the mark whose shapes join points. */
export const linesClass = 'plot-lines';

/** Height of the letters of a plot, in pixels. */
const fontSize = 12;

/** Cuts the names of an axis that need more pixels. Points and the table have them whole. */
export const withinPixels = (pixels: number) =>
  ({ textOverflow: 'ellipsis', lineWidth: (pixels - 10) / fontSize }) as const;

/** A shape that says what it shows when it is pointed at or has the focus. */
export interface PlotPoint {
  /** The first line is its name. */
  lines: readonly string[];
  /** Where it leads. Its mark has the same as `href`. */
  to?: string | undefined;
  /** Of the browser's history, for `to`. */
  state?: unknown;
}

interface PlotFigureProps {
  title: string;
  /** What is counted, and what the shades mean. */
  note?: ReactNode;
  /** Kept as long as what it draws stays the same. A mark of the class `plot-points` draws `points`, in their order. */
  draw: (width: number) => PlotOptions;
  points: readonly PlotPoint[];
  /** Which points each shape of the class `plot-lines` joins: it stands out where one of them is pointed at. */
  lines?: readonly (readonly number[])[];
  table: { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };
}

interface Tip {
  point: PlotPoint;
  /** In pixels, from the left of the plot. */
  x: number;
  /** From its top. */
  y: number;
  /** The picture that has the point: the next one may not. */
  drawnBy: PlotFigureProps['draw'];
}

/**
 * A plot whose points are gone through by the arrow keys and opened by Enter, with a table of what it shows. Below it all
 * looks like the text around it: what the library draws takes its colours from the page.
 */
export function PlotFigure({ title, note, draw, points, lines, table }: PlotFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [tip, setTip] = useState<Tip>();
  const navigate = useNavigate();

  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry!.contentRect.width));
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const place = holder.current!;
    if (width === 0) return;
    const drawn = plot({
      ...draw(width),
      width,
      style: { overflow: 'visible', fontSize: `${fontSize}px` },
    });
    drawn.setAttribute('role', 'group');
    drawn.setAttribute('aria-label', `${title}. The arrow keys go from point to point.`);
    // Axes are in the table, and points say where they are.
    for (const group of drawn.children) {
      if (!group.classList.contains(pointsClass)) group.setAttribute('aria-hidden', 'true');
    }
    const shapes = shapesOf(drawn);
    for (const shape of shapes) {
      const control = controlOf(shape);
      const point = points[placeOf(shape)];
      control.setAttribute('tabindex', shape === shapes[0] ? '0' : '-1');
      control.setAttribute('role', point?.to === undefined ? 'img' : 'link');
      control.setAttribute('aria-label', point?.lines.join(', ') ?? '');
    }
    const before = shapesOf(place).find((shape) => controlOf(shape) === document.activeElement);
    place.replaceChildren(drawn);
    const same = before && shapes.find((shape) => placeOf(shape) === placeOf(before));
    if (same) controlOf(same).focus();
  }, [draw, points, title, width]);

  const show = (target: EventTarget | null) => {
    const shape = target instanceof Element ? shapeAt(target) : undefined;
    const place = shape && placeOf(shape);
    for (const line of holder.current!.querySelectorAll<SVGElement>(`.${linesClass} *`)) {
      const joins = lines?.[placeOf(line)] ?? [];
      line.toggleAttribute('data-near', place !== undefined && joins.includes(place));
    }
    const point = place === undefined ? undefined : points[place];
    if (!(shape && point)) return setTip(undefined);
    const [of, within] = [shape.getBoundingClientRect(), box.current!.getBoundingClientRect()];
    setTip({
      point,
      x: of.left + of.width / 2 - within.left,
      y: of.top - within.top,
      drawnBy: draw,
    });
  };

  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>{title}</span>
        {note && <span>{note}</span>}
      </figcaption>
      <div ref={box} className={classes.box}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is a point in it */}
        <div
          ref={holder}
          className={classes.plot}
          onPointerOver={({ target }) => show(target)}
          // What has the focus keeps its words.
          onPointerLeave={() => show(document.activeElement)}
          onFocus={({ target }) => {
            for (const other of holder.current!.querySelectorAll('[tabindex="0"]')) {
              other.setAttribute('tabindex', '-1');
            }
            target.setAttribute('tabindex', '0');
            show(target);
          }}
          onBlur={() => show(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') return setTip(undefined);
            const shapes = shapesOf(holder.current!);
            const from = shapes.find((shape) => controlOf(shape) === document.activeElement);
            const next = from && nextPoint(from, shapes, event.key);
            if (!next) return;
            event.preventDefault();
            controlOf(next).focus();
          }}
          onClick={(event) => {
            const shape = event.target instanceof Element ? shapeAt(event.target) : undefined;
            const point = shape && points[placeOf(shape)];
            // With a key or another button the browser opens a tab.
            if (point?.to === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void navigate(point.to, { state: point.state });
          }}
        />
        {tip?.drawnBy === draw && (
          <div
            className={classes.tip}
            aria-hidden
            data-below={tip.y < 80}
            style={{ left: Math.min(Math.max(tip.x, 112), Math.max(width - 112, 112)), top: tip.y }}
          >
            {tip.point.lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
              <span key={place}>{line}</span>
            ))}
          </div>
        )}
      </div>
      <FigureTable summary="Show as table" {...table} />
    </figure>
  );
}

/** The shapes that are points, in the order of the page. */
const shapesOf = (within: Element): SVGElement[] =>
  Array.from(within.querySelectorAll<SVGElement>(`.${pointsClass} *`)).filter(
    (element) => element.localName !== 'a' && element.localName !== 'g',
  );

/** What has the focus: the link around a shape, or the shape. */
const controlOf = (shape: SVGElement): SVGElement => shape.closest<SVGElement>('a') ?? shape;

/** The shape that an element is, or that a link is around. */
function shapeAt(element: Element): SVGElement | undefined {
  if (!element.closest(`.${pointsClass}`)) return undefined;
  const shape = element.localName === 'a' ? element.firstElementChild : element;
  return shape instanceof SVGElement && shape.localName !== 'g' ? shape : undefined;
}

/** The place of a shape among the data of its mark, which the library keeps with it. */
const placeOf = (shape: SVGElement) => (shape as SVGElement & { __data__: number }).__data__;
