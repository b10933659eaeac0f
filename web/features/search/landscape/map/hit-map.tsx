import { Button } from '@mantine/core';
import { dot, type PlotOptions, text } from '@observablehq/plot';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { limits } from '#shared/limits.ts';
import { type SearchRequest, searchFailureTitle } from '#web/api/search.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { PlotFigure, pointsClass } from '#web/ui/chart/plot/plot-figure.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import type { MapLayout } from './lay-out-map.ts';
import { type HitMap as Found, fewestOnMap, hitMapQuery } from './map-query.ts';

interface HitMapProps {
  index: Index;
  request: SearchRequest;
  /** The words that were searched, which a document marks. */
  words: string;
  isWanted: boolean;
  onWanted: () => void;
}

/** A map of the best hits, which is drawn when somebody asks for it: it counts as a search. */
export function HitMap({ index, request, words, isWanted, onWanted }: HitMapProps) {
  const found = useQuery({ ...hitMapQuery(request, index), enabled: isWanted });
  if (!isWanted) {
    return (
      <Button variant="default" size="xs" onClick={onWanted}>
        Map near documents
      </Button>
    );
  }
  return (
    <Loaded
      query={found}
      failure={searchFailureTitle(found.error)}
      skeleton={{ shape: 'text', lines: 8, label: 'Placing the documents' }}
    >
      {({ layout, ...map }) =>
        layout ? (
          <Points
            {...map}
            layout={layout}
            indexId={index.item_id}
            words={words}
            isFolded={request.distinct !== undefined}
          />
        ) : (
          <p>A map needs at least {fewestOnMap} results.</p>
        )
      }
    </Loaded>
  );
}

interface PointsProps extends Found {
  layout: MapLayout;
  indexId: string;
  words: string;
  /** Whether a point stands for a patent family. */
  isFolded: boolean;
}

const height = 460;

function Points({ total, hits, layout, indexId, words, isFolded }: PointsProps) {
  const { points, shown } = useMemo(() => {
    const clusterOf = (i: number) => layout.clusters[layout.points[i]!.cluster]!.label;
    const placed = hits.map(({ id, title }, i) => ({
      ...layout.points[i]!,
      title,
      id,
      label: clusterOf(i),
      to: id === undefined ? undefined : documentPath(indexId, id, words),
    }));
    return {
      shown: placed,
      points: placed.map(({ title, id, label, to }) => ({
        lines: [title, ...(id === undefined ? [] : [id]), ...(label ? [label] : [])],
        to,
      })),
    };
  }, [hits, layout, indexId, words]);
  const draw = useMemo(
    () => (): PlotOptions => ({
      height,
      margin: 16,
      x: { axis: null, inset: 8 },
      y: { axis: null, inset: 8 },
      marks: [
        dot(shown, {
          className: pointsClass,
          x: 'x',
          y: 'y',
          r: 4,
          fill: 'var(--accent)',
          fillOpacity: 0.55,
          href: 'to',
        }),
        text(layout.clusters, {
          x: 'x',
          y: 'y',
          text: 'label',
          fontSize: 12,
          fontWeight: 600,
          lineWidth: 12,
          fill: 'var(--ink)',
          stroke: 'var(--paper)',
          strokeWidth: 4,
          pointerEvents: 'none',
        }),
      ],
    }),
    [shown, layout],
  );
  const isWhole = hits.length < limits.mapItems;
  const shownHits = isFolded
    ? `${formatNumber(hits.length)} families of ${formatCount(total, 'result')}`
    : `${formatNumber(hits.length)} of ${formatCount(total, 'result')}`;
  return (
    <PlotFigure
      title="Map of near documents"
      note={`${isWhole ? 'All' : 'The best'} ${shownHits}. What is near in meaning stands near each other; left, right, up and down mean nothing. Groups are named by words of their titles.`}
      draw={draw}
      points={points}
      table={{
        columns: ['Document', 'Number', 'Group'],
        rows: shown.map(({ title, id, label, to }) => [
          to === undefined ? (
            title
          ) : (
            <Link key={to} to={to}>
              {title}
            </Link>
          ),
          id ?? '–',
          label || '–',
        ]),
      }}
    />
  );
}
