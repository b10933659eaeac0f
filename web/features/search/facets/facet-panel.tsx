import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Index } from '#shared/contract/indexes.ts';
import type { Facet, SearchRequest } from '#web/api/search.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { facetColumns } from './facet-columns.ts';
import { FacetSection } from './facet-section.tsx';
import classes from './facets.module.css';

interface FacetPanelProps {
  index: Index;
  request: SearchRequest;
  facets: readonly Facet[];
  /** Whether the list shows one publication of each family: counts are of all of them. */
  isFolded: boolean;
  onChange: (filters: SearchRequest['filters']) => void;
}

/** Where a list has no room beside it. */
const narrow = '(max-width: 62em)';

/** Counts of all results by the columns of the index: beside the results, or on a sheet where there is no room. */
export function FacetPanel(props: FacetPanelProps) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const [isOpen, { open, close }] = useDisclosure();
  if (!isNarrow) {
    return (
      <aside className={classes.panel} aria-label="Narrow the results">
        <Facets {...props} />
      </aside>
    );
  }
  const chosen = props.request.filters.length;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={classes.open}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
        onClick={open}
      >
        {chosen > 0 ? `Narrow the results (${chosen})` : 'Narrow the results'}
      </Button>
      <Modal opened={isOpen} onClose={close} title="Narrow the results" fullScreen>
        <Facets {...props} />
        <Button fullWidth mt="md" onClick={close}>
          Show results
        </Button>
      </Modal>
    </>
  );
}

function Facets({ index, request, facets, isFolded, onChange }: FacetPanelProps) {
  return (
    <>
      {isFolded && <p className={classes.note}>Counts are of publications, not of families.</p>}
      {facetColumns(index).map((facet) => (
        <FacetSection
          key={facet.column}
          facet={facet}
          request={request}
          counted={facets.find(({ column }) => column === facet.column)}
          onChange={onChange}
        />
      ))}
    </>
  );
}
