import { useState } from 'react';

/** The value of an earlier rendering, as long as the new one says the same: what is drawn from it need not be drawn again. */
export function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
