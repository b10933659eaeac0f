import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { Modal } from '#web/ui/feedback/modal.tsx';
import classes from './facets.module.css';
import type { FacetsProps } from './facets.tsx';

/** Narrow screens show them on a sheet, and wide ones after the results, which are looked at first. */
const Facets = lazy(async () => ({ default: (await import('./facets.tsx')).Facets }));

/** Where a list has no room beside it. */
const narrow = '(max-width: 62em)';

/** Counts of all results by the columns of the index: beside the results, or on a sheet where there is no room. */
export function FacetPanel(props: FacetsProps) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const [isOpen, { open, close }] = useDisclosure();
  const facets = (
    <Suspense fallback={<ContentSkeleton shape="text" lines={8} label="Loading the counts" />}>
      <Facets {...props} />
    </Suspense>
  );
  if (!isNarrow) {
    return (
      <aside className={classes.panel} aria-label="Narrow the results">
        {facets}
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
        {facets}
        <Button fullWidth mt="md" onClick={close}>
          Show results
        </Button>
      </Modal>
    </>
  );
}
