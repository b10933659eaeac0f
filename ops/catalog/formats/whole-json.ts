import type { Format, Outcome } from './format.ts';
import { jsonLines } from './json-lines.ts';

/** A text that is one JSON document is held in memory as a whole. */
const MAX_BYTES = 24 << 20;

/** A format of one JSON document in a text. */
export const wholeJson = (
  name: string,
  read: (value: Record<string, unknown>) => Outcome,
): Format => {
  const lines = jsonLines(read);
  const refused = (outcome: Outcome): Outcome =>
    'reason' in outcome ? { reason: `${name}: ${outcome.reason}` } : outcome;
  return {
    // No JSON text has this, so that the record is the whole text.
    cut: { marker: Buffer.from('\0\0'), at: 'before', maxBytes: MAX_BYTES },
    read: (record) => refused(lines.read(record)),
    endsWhole: (last) => lines.endsWhole(last),
  };
};
