import { axisX, dot, link, type PlotOptions, ruleY, text } from '@observablehq/plot';
import { useMemo } from 'react';
import type { CitationNode, CitationGraph as Graph } from '#shared/contract/patents.ts';
import { formatDay } from '#shared/format-day.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { linesClass, PlotFigure, pointsClass } from '#web/ui/chart/plot/plot-figure.tsx';
import { PublicationLink } from '#web/ui/patent/citations.tsx';
import { type DatedNode, layOut } from './lay-out-citations.ts';

const stepNames: Readonly<Record<number, string>> = {
  '2': 'Citing these',
  '1': 'Citing this patent',
  '0': 'This patent',
  '-1': 'Cited by it',
  '-2': 'Cited by these',
};

const lineHeight = 20;
const margins = 28;
/** Pixels that a number beside its point needs. */
const labelWidth = 104;
/** Widths from which numbers stand beside their points. */
const wide = 560;

/** What a patent cites and what cites it, two steps each way, by the dates of publication. */
export function CitationGraph({ graph }: { graph: Graph }) {
  const { nodes, edges, left_out } = graph;
  const dated = useMemo(() => nodes.filter(isDated), [nodes]);
  /** The places of two points: what cites, and what is cited. */
  const joined = useMemo(() => {
    const placeOf = new Map<CitationNode, number>(dated.map((node, place) => [node, place]));
    return edges.flatMap(({ citing, cited }): [number, number][] => {
      const [from, to] = [placeOf.get(nodes[citing]!), placeOf.get(nodes[cited]!)];
      return from === undefined || to === undefined ? [] : [[from, to]];
    });
  }, [nodes, edges, dated]);
  const points = useMemo(
    () =>
      dated.map((node) => ({
        lines: [
          node.number,
          ...(node.title ? [node.title] : []),
          [formatDay(node.date), node.owner].filter(Boolean).join(', '),
          stepNames[node.step]!,
        ],
        ...(node.ucid !== undefined && node.step !== 0 && { to: patentPath(node.ucid) }),
      })),
    [dated],
  );
  const draw = useMemo(
    () =>
      (width: number): PlotOptions => {
        const isWide = width >= wide;
        const room = isWide ? labelWidth : 14;
        const { placed, bands, lines } = layOut(dated, width - room, room);
        const shown = joined.map(([from, to]): Edge => ({ from: placed[from]!, to: placed[to]! }));
        return {
          height: lines * lineHeight + margins,
          marginLeft: 10,
          marginRight: room,
          marginTop: 8,
          marginBottom: margins,
          x: { type: 'utc' },
          y: { type: 'linear', domain: [0, lines], reverse: true, axis: null },
          marks: [
            axisX({ label: null, tickSize: 0, ticks: isWide ? 8 : 4 }),
            ruleY([lines], { stroke: 'var(--rule-strong)' }),
            text(bands, {
              frameAnchor: 'left',
              y: 'line',
              text: ({ step }: { step: number }) => stepNames[step],
              fill: 'var(--ink-soft)',
            }),
            link(shown, {
              className: linesClass,
              x1: ({ from }: Edge) => from.day,
              y1: ({ from }: Edge) => from.line,
              x2: ({ to }: Edge) => to.day,
              y2: ({ to }: Edge) => to.line,
              stroke: 'var(--rule-strong)',
              strokeOpacity: 0.6,
              strokeWidth: 1,
            }),
            dot(placed, {
              className: pointsClass,
              x: 'day',
              y: 'line',
              r: 5.5,
              fill: ({ node }: Placed) =>
                node.step === 0 ? 'var(--accent)' : node.ucid ? 'var(--ink-soft)' : 'var(--paper)',
              stroke: ({ node }: Placed) => (node.step === 0 ? 'var(--accent)' : 'var(--ink-soft)'),
              href: ({ node }: Placed) =>
                node.ucid !== undefined && node.step !== 0 ? patentPath(node.ucid) : undefined,
            }),
            ...(isWide
              ? [
                  text(placed, {
                    x: 'day',
                    y: 'line',
                    text: ({ node }: Placed) => node.number,
                    textAnchor: 'start',
                    dx: 9,
                    fontSize: 11,
                    fill: 'var(--ink)',
                    stroke: 'var(--paper)',
                    strokeWidth: 3,
                  }),
                ]
              : []),
          ],
        };
      },
    [dated, joined],
  );
  if (nodes.length === 1) {
    return <p>No publication that this catalog knows cites this patent, and it cites none.</p>;
  }
  const undated = nodes.length - points.length;
  const notes = [
    'By date of publication: what is cited stands on the left, what cites on the right. Hollow points are not in this catalog.',
    ...left_out.map(({ step, count }) => `${stepNames[step]}: ${formatNumber(count)} more.`),
    ...(undated > 0
      ? [`${formatCount(undated, 'publication')} without a date: in the table.`]
      : []),
  ];
  return (
    <PlotFigure
      title="Citations, two steps each way"
      note={notes.join(' ')}
      draw={draw}
      points={points}
      lines={joined}
      table={{
        columns: ['Publication', 'Step', 'Published', 'Title', 'Owner', 'Cites'],
        rows: nodes.map((node, place) => [
          <PublicationLink key={node.number} number={node.ucid ?? node.number} />,
          stepNames[node.step],
          node.date ? formatDay(node.date) : '–',
          node.title ?? '–',
          node.owner ?? '–',
          edges
            .filter(({ citing }) => citing === place)
            .map(({ cited }) => nodes[cited]!.number)
            .join(', '),
        ]),
      }}
    />
  );
}

type Placed = ReturnType<typeof layOut>['placed'][number];

interface Edge {
  from: Placed;
  to: Placed;
}

const isDated = (node: CitationNode): node is DatedNode => node.date !== undefined;
