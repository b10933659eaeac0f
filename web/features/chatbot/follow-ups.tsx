import { Button } from '@mantine/core';
import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './message-actions.module.css';

/** What could be asked about the patents of an answer. */
function followUpsTo(citations: readonly ChatCitation[]): string[] {
  const known = citations.filter(({ title }) => title !== null).map(({ ucid }) => ucid);
  const [first, second] = new Set(known);
  if (!first) return [];
  return [
    `Summarize ${first}`,
    second ? `Compare ${first} and ${second}` : `Show the claims of ${first}`,
    `Who cites ${first}?`,
    `More like ${first}, but older`,
  ];
}

interface FollowUpsProps {
  citations: readonly ChatCitation[];
  onAsk: (question: string) => void;
}

/** Questions that follow from the last answer. Each is asked at once. */
export function FollowUps({ citations, onAsk }: FollowUpsProps) {
  const questions = followUpsTo(citations);
  if (questions.length === 0) return null;
  return (
    <ul className={classes.followUps} aria-label="Follow-up questions">
      {questions.map((question) => (
        <li key={question}>
          <Button size="compact-sm" variant="default" onClick={() => onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}
