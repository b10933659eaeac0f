import { Text } from '@mantine/core';
import { judgedBy, judgementNotes } from '#shared/report/judging-notes.ts';
import type { Judgement } from '#shared/report/report.ts';
import { Quote } from '../references/quote.tsx';

interface JudgementTextProps {
  /** The reference. */
  ucid: string;
  judgement: Judgement;
}

/** What a model says of an element in a reference, with the quotes that it relies on. */
export function JudgementText({ ucid, judgement }: JudgementTextProps) {
  const { reason, quotes } = judgement;
  return (
    <section aria-label="Judgement of the model">
      <Text size="sm" fw={560}>
        {judgedBy(judgement)}
      </Text>
      <Text size="sm">{reason}</Text>
      {judgementNotes(judgement).map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      {quotes.map((quote) => (
        <Quote key={`${quote.where} ${quote.start}`} ucid={ucid} passage={quote} />
      ))}
    </section>
  );
}
