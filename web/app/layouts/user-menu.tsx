import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconCreditCard,
  IconLogout,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSignOut } from '#web/api/sessions.ts';
import classes from './shell.module.css';

export function UserMenu({ name }: { name: string }) {
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
