import { useState } from 'react';
import { useRotation } from '#web/site/use-rotation.ts';
import classes from './hero.module.css';

/** The phrases of the headline. */
export const phrases = ['patent search', 'prior art search', 'novelty search', 'similarity search'];

const rotationMs = 3000;

/**
 * Shows the phrases one after the other. It pauses under the pointer, and does not move for people who prefer no
 * motion.
 */
export function RotatingPhrase() {
  const [resting, setResting] = useState(false);
  const { current } = useRotation({ count: phrases.length, everyMs: rotationMs, resting });
  return (
    <span
      aria-hidden
      className={classes.phrases}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
    >
      {/* All phrases take up space, so that nothing below moves when they change. */}
      {phrases.map((phrase, position) => (
        <span key={phrase} className={classes.phrase} data-current={position === current}>
          {phrase}
        </span>
      ))}
    </span>
  );
}
