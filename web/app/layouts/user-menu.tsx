import { Menu, UnstyledButton } from '@mantine/core';
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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`Account of ${name}`}>
          <span className={classes.userName}>{name}</span>
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.6} />}>
          Profile
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/subscription"
          leftSection={<IconCreditCard size={16} stroke={1.6} />}
        >
          Subscription
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/settings"
          leftSection={<IconSettings size={16} stroke={1.6} />}
        >
          Settings
        </Menu.Item>
        {isMember && (
          <Menu.Item
            component={Link}
            to="/reports"
            leftSection={<IconFileText size={16} stroke={1.6} />}
          >
            Reports
          </Menu.Item>
        )}
        {isMember && (
          <Menu.Item
            component={Link}
            to="/usage"
            leftSection={<IconChartBar size={16} stroke={1.6} />}
          >
            Usage
          </Menu.Item>
        )}
        {isStaff && (
          <Menu.Item
            component={Link}
            to="/admin"
            leftSection={<IconShield size={16} stroke={1.6} />}
          >
            Admin portal
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => void signOut()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
