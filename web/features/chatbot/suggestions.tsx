import { UnstyledButton } from '@mantine/core';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import classes from './suggestions.module.css';

/** Questions of each kind that Dexi answers. */
const suggestions = [
  'Find prior art for a drone that lands by itself on a funnel-shaped dock',
  'Which infusion pumps notice air bubbles in the line? Only patents before 2015',
  'Chart this claim: A battery pack comprising cells, a block of graphite soaked with wax around the cells, and a plate that carries the heat away',
];

/** Shown until something is asked. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <EmptyState
      title="Ask about patents"
      action={
        <ul className={classes.list} aria-label="Suggestions">
          {suggestions.map((text) => (
            <li key={text}>
              <UnstyledButton className={classes.suggestion} onClick={() => onChoose(text)}>
                {text}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      }
    >
      Begin with one of these, if you like:
    </EmptyState>
  );
}
