import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { citationGraphQuery } from '#web/api/patents.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';

/** Only people who look at the graph need the library that draws it. */
const CitationGraph = lazy(async () => ({
  default: (await import('./citation-graph.tsx')).CitationGraph,
}));

const skeleton = { shape: 'text', lines: 6, label: 'Loading the graph of citations' } as const;

/** The graph of a patent's citations, which is read when somebody asks for it: it takes two dozen documents. */
export function CitationGraphPart({ ucid }: { ucid: string }) {
  const [isOpen, setOpen] = useState(false);
  const graph = useQuery({ ...citationGraphQuery(ucid), enabled: isOpen });
  if (!isOpen) {
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Show two steps each way
      </Button>
    );
  }
  return (
    <Loaded query={graph} failure="The graph of citations could not be loaded" skeleton={skeleton}>
      {(found) => (
        <Suspense fallback={<ContentSkeleton {...skeleton} />}>
          <CitationGraph graph={found} />
        </Suspense>
      )}
    </Loaded>
  );
}
