import { axisX, axisY, dot, link, type PlotOptions } from '@observablehq/plot';
import { useMemo } from 'react';
import { formatDay } from '#shared/format-day.ts';
import { officeName } from '#web/lib/office-name.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { PlotFigure, pointsClass } from '#web/ui/chart/plot/plot-figure.tsx';

/** Something that happened to a family on a day. */
export interface FamilyEvent {
  what: 'Priority' | 'Filing' | 'Publication';
  /** Letters of the office. */
  office: string;
  /** `2015-03-31` */
  day: string;
  /** The publication; absent for what has none. */
  ucid?: string;
  /** Whether it is one of the patent on the page. */
  isOwn: boolean;
}

interface FamilyStripProps {
  events: readonly FamilyEvent[];
}

const lineHeight = 26;
const margins = 28;
/** Widths from which there is room for the names of offices. */
const wide = 560;

/** Priority, filing and publications of a family by office, on a line of time. */
export function FamilyStrip({ events }: FamilyStripProps) {
  const points = useMemo(
    () =>
      events.map(({ what, office, day, ucid, isOwn }) => ({
        lines: [
          `${what}${ucid ? ` ${ucid}` : ''}`,
          formatDay(day),
          officeName(office) ?? office,
          ...(isOwn ? ['This publication'] : []),
        ],
        ...(ucid !== undefined && !isOwn && { to: patentPath(ucid) }),
      })),
    [events],
  );
  const draw = useMemo(
    () =>
      (width: number): PlotOptions => {
        const offices = [...new Set(events.map(({ office }) => office))];
        const isWide = width >= wide;
        const dated = events.map((event) => ({ ...event, at: new Date(event.day) }));
        const lines = offices.map((office) => {
          const own = dated.filter((event) => event.office === office).map(({ at }) => Number(at));
          return { office, from: new Date(Math.min(...own)), to: new Date(Math.max(...own)) };
        });
        return {
          height: offices.length * lineHeight + margins,
          marginLeft: isWide ? 190 : 40,
          marginRight: 14,
          marginTop: 2,
          marginBottom: margins,
          x: { type: 'utc', nice: true },
          y: { type: 'band', domain: offices },
          marks: [
            axisX({ label: null, tickSize: 0, ticks: isWide ? 8 : 4 }),
            axisY({
              label: null,
              tickSize: 0,
              tickFormat: (office: string) => (isWide ? (officeName(office) ?? office) : office),
            }),
            link(lines, {
              x1: 'from',
              x2: 'to',
              y1: 'office',
              y2: 'office',
              stroke: 'var(--rule-strong)',
            }),
            dot(dated, {
              className: pointsClass,
              x: 'at',
              y: 'office',
              r: 6,
              symbol: ({ what }: FamilyEvent) => symbols[what],
              fill: ({ what, isOwn }: FamilyEvent) =>
                what === 'Publication'
                  ? isOwn
                    ? 'var(--accent)'
                    : 'var(--ink-soft)'
                  : 'var(--paper)',
              stroke: ({ isOwn }: FamilyEvent) => (isOwn ? 'var(--accent)' : 'var(--ink-soft)'),
              strokeWidth: 1.5,
              href: ({ ucid, isOwn }: FamilyEvent) =>
                ucid !== undefined && !isOwn ? patentPath(ucid) : undefined,
            }),
          ],
        };
      },
    [events],
  );
  return (
    <PlotFigure
      title="The family over time"
      note="Circles: publications. Hollow diamonds: filings. Hollow triangles: priority. Filings are known of this publication alone."
      draw={draw}
      points={points}
      table={{
        columns: ['Day', 'What', 'Office', 'Publication'],
        rows: events.map(({ day, what, office, ucid }) => [
          formatDay(day),
          what,
          officeName(office) ?? office,
          ucid ?? '–',
        ]),
      }}
    />
  );
}

const symbols = { Priority: 'triangle', Filing: 'diamond', Publication: 'circle' } as const;
