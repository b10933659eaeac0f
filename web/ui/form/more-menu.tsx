import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '#web/ui/menu/menu.tsx';

interface MoreMenuProps {
  /** What it has more of, for screen readers: "More for the results". */
  label: string;
  /** Items of a menu. */
  children: ReactNode;
}

/** What is needed less often than the buttons beside it. */
export const MoreMenu = ({ label, children }: MoreMenuProps) => (
  <Menu
    position="bottom-end"
    button={
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={label}
        rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      >
        More
      </Button>
    }
  >
    {children}
  </Menu>
);
