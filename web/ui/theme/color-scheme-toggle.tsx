import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Switches between light and dark. Choosing the system's own scheme follows the system again. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, {
    getInitialValueInEffect: false,
  });
  const next = current === 'dark' ? 'light' : 'dark';
  const followsSystem = (next === 'dark') === systemIsDark;
  const Icon = next === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Switch to ${next} mode`}
      onClick={() => setColorScheme(followsSystem ? 'auto' : next)}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  );
}
