import { Text } from '@mantine/core';
import type { Judgement } from '#shared/report/report.ts';
import { verdictNames } from './grades.ts';
import { Quote } from './quote.tsx';

interface JudgementTextProps {
  /** The reference. */
  ucid: string;
  judgement: Judgement;
}

/** What a model says of an element in a reference, with the quotes that it relies on. */
export function JudgementText({ ucid, judgement }: JudgementTextProps) {
  const { verdict, reason, quotes, unsupported, model } = judgement;
  return (
    <section aria-label="Judgement of the model">
      <Text size="sm" fw={560}>
        {verdictNames[verdict]} by {model}
      </Text>
      <Text size="sm">{reason}</Text>
      {unsupported.length > 0 && <Text size="sm">Without support: {unsupported.join(', ')}</Text>}
      {quotes.map((quote) => (
        <Quote key={`${quote.where} ${quote.start}`} ucid={ucid} passage={quote} />
      ))}
    </section>
  );
}
