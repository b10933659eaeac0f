import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Sets the class of the document by which Swagger UI's styles recognise the dark scheme. */
export function useDarkClass() {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', isDark);
    return () => classList.remove('dark-mode');
  }, [isDark]);
}
