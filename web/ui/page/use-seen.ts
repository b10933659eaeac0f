import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';

/** Whether somebody has come to an element, for what is loaded only then. Once seen it stays so. */
export function useSeen<T extends HTMLElement>() {
  const { ref, inViewport } = useInViewport<T>();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  return { ref, wasSeen };
}
