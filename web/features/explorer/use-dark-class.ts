import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Swagger UI's own styles know the dark scheme by a class of the document. */
export function useDarkClass() {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', isDark);
    return () => classList.remove('dark-mode');
  }, [isDark]);
}
