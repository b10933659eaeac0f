import { useEffect, useState } from 'react';
import { limits } from '#shared/limits.ts';

/** A message of success that clears itself after 3 seconds; a new one starts the time anew. */
export function usePassingMessage() {
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), limits.messageClearMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return { text: shown?.text, show: (text: string) => setShown({ text }) };
}
