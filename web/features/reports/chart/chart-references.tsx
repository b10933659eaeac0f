import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { AddedReference, SearchedAgain } from '#shared/report/marks.ts';
import { orderNote } from '#shared/report/order-note.ts';
import type { Judging } from '#shared/report/report.ts';
import { removeReference } from '#web/api/report-marks.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { ReferenceItem } from '../references/reference-item.tsx';
import classes from '../references/reference-list.module.css';
import { SearchAgain } from '../references/search-again.tsx';
import { WishButtons } from '../references/wish-buttons.tsx';
import { wishesOf } from '../references/wishes.ts';
import { AddReferenceForm } from './add-reference-form.tsx';
import type { ChartReference } from './marked-report.ts';

interface ChartReferencesProps {
  /** The patent that the report is about. */
  report: string;
  references: readonly ChartReference[];
  /** How models judged the report, if they did. */
  judging: Judging | undefined;
  added: readonly AddedReference[];
  /** The last search with wishes. */
  again: SearchedAgain | undefined;
}

/** In the words of a search report. */
const categoryNames: Record<ChartReference['category'], string> = {
  X: 'X: has all limitations of an independent claim alone',
  Y: 'Y: has all limitations of an independent claim together with others',
  A: 'A: background',
};

/** The references of the chart in full. People can add references, and remove those that were added. */
export function ChartReferences({
  report,
  references,
  judging,
  added,
  again,
}: ChartReferencesProps) {
  const [wishes, setWishes] = useState(() => wishesOf(again));
  const [removing, setRemoving] = useState<string>();
  return (
    <>
      <AddReferenceForm report={report} judging={judging} />
      <Text size="sm" maw="42rem" mt="sm">
        {orderNote(true)}
      </Text>
      <ol className={classes.list}>
        {references.map((reference, index) => {
          const { ucid } = reference;
          const addition = added.find((one) => one.reference.ucid === ucid);
          return (
            <ReferenceItem key={ucid} name={`D${index + 1}`} reference={reference}>
              <Text size="sm">{categoryNames[reference.category]}</Text>
              {reference.farReason && <Text size="sm">{reference.farReason}</Text>}
              <WishButtons
                ucid={ucid}
                wish={wishes[ucid]}
                onWish={(wish) => setWishes((others) => ({ ...others, [ucid]: wish }))}
              />
              {addition && (
                <Text size="sm" className={classes.added}>
                  Added by {addition.by}, {formatDateTime(addition.at)}
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Remove ${ucid}`}
                    onClick={() => setRemoving(ucid)}
                  >
                    Remove
                  </Button>
                </Text>
              )}
            </ReferenceItem>
          );
        })}
      </ol>
      <SearchAgain report={report} wishes={wishes} again={again} />
      <ConfirmModal
        subject={removing}
        title="Remove the reference"
        confirmLabel="Remove"
        action={removeReference(report)}
        onClose={() => setRemoving(undefined)}
      >
        {(ucid) => `Your team’s grades and notes on ${ucid} are removed with it.`}
      </ConfirmModal>
    </>
  );
}
