import { Text } from '@mantine/core';
import { combinationNote, noReason, reasonTitle } from '#shared/report/combination-notes.ts';
import type { Combination } from '#shared/report/report.ts';
import { Quote } from '../references/quote.tsx';

const sameName = (ucid: string) => ucid;

/** For each set of references that has all limitations of a claim: what may speak of a reason to combine them. */
export function CombinationReasons({ combinations }: { combinations: readonly Combination[] }) {
  return (
    <>
      <Text size="sm" maw="42rem">
        {combinationNote}
      </Text>
      {combinations.map(({ ucids, reasons }) => (
        <section key={ucids.join()} aria-label={ucids.join(' with ')}>
          <Text component="h3" size="sm" fw={560} mt="sm">
            {ucids.join(' with ')}
          </Text>
          {reasons.length === 0 && <Text size="sm">{noReason}</Text>}
          {reasons.map((reason) => (
            <div key={`${reason.kind} ${reason.between.join()}`}>
              <Text size="sm">{reasonTitle(reason, sameName)}</Text>
              {reason.passages.map(({ ucid, ...passage }) => (
                <Quote
                  key={`${ucid} ${passage.where} ${passage.start}`}
                  ucid={ucid}
                  passage={passage}
                />
              ))}
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
