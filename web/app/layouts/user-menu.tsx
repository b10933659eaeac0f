import { UnstyledButton } from '@mantine/core';
import {
  IconChartBar,
  IconChevronDown,
  IconCreditCard,
  IconFileText,
  IconLogout,
  IconSettings,
  IconShield,
  IconUser,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSignOut } from '#web/api/sessions.ts';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import classes from './shell.module.css';

interface UserMenuProps {
  name: string;
  /** Whether the person belongs to an organization. */
  isMember: boolean;
  isStaff: boolean;
}

export function UserMenu({ name, isMember, isStaff }: UserMenuProps) {
  const signOut = useSignOut();
  return (
    <Menu
      position="bottom-end"
      width={200}
      button={
        <UnstyledButton className={classes.user} aria-label={`Account of ${name}`}>
          <span className={classes.userName}>{name}</span>
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      }
    >
      <MenuItem component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.6} />}>
        Profile
      </MenuItem>
      <MenuItem
        component={Link}
        to="/subscription"
        leftSection={<IconCreditCard size={16} stroke={1.6} />}
      >
        Subscription
      </MenuItem>
      <MenuItem
        component={Link}
        to="/settings"
        leftSection={<IconSettings size={16} stroke={1.6} />}
      >
        Settings
      </MenuItem>
      {isMember && (
        <MenuItem
          component={Link}
          to="/reports"
          leftSection={<IconFileText size={16} stroke={1.6} />}
        >
          Reports
        </MenuItem>
      )}
      {isMember && (
        <MenuItem
          component={Link}
          to="/usage"
          leftSection={<IconChartBar size={16} stroke={1.6} />}
        >
          Usage
        </MenuItem>
      )}
      {isStaff && (
        <MenuItem component={Link} to="/admin" leftSection={<IconShield size={16} stroke={1.6} />}>
          Admin portal
        </MenuItem>
      )}
      <MenuItem leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
