import { Anchor, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { expiredReason } from '#shared/subscription.ts';
import { useSubscription } from '#web/api/user.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './subscription.module.css';

/**
 * A page that needs a subscription. Without one it is blurred, cannot be reached by keyboard or screen
 * reader, and a dialog says why. Its outline stays visible to show that nothing is lost.
 */
export function SubscriptionGate({ children }: { children: ReactNode }) {
  const expired = useExpired();
  const [closed, setClosed] = useState(false);
  if (!expired) return children;
  const reason = reasons[expired];
  const title = expired === 'unpaid' ? 'WE ARE SORRY.' : 'Subscription';
  return (
    <>
      {/* Screen readers cannot reach the page's own heading either. */}
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Notice kind="danger">{reason}</Notice>
      <Modal opened={!closed} onClose={() => setClosed(true)} title={title}>
        {reason}
      </Modal>
      <div inert className={classes.blurred}>
        {children}
      </div>
    </>
  );
}

function useExpired() {
  const subscription = useSubscription();
  return subscription && expiredReason(subscription);
}

/** Says that the subscription has ended, on pages that work without one. */
export function ExpiredNotice() {
  const expired = useExpired();
  return expired && <Notice kind="danger">{reasons[expired]}</Notice>;
}

function Unpaid() {
  return (
    <>
      We are not able to process your payment due to card failure. Your account is deactivated for
      unpaid subscription.{' '}
      <Anchor component={Link} to="/subscription" inherit>
        Click here
      </Anchor>{' '}
      to activate your account.
    </>
  );
}

function Expired() {
  return (
    <>
      Your subscription has expired.{' '}
      <Anchor component={Link} to="/subscription" inherit>
        Please update your payment details
      </Anchor>{' '}
      to reactivate it.
    </>
  );
}

const reasons = { unpaid: <Unpaid />, ended: <Expired /> };
