import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pastDueDays, trialDaysToWarnOf } from '#shared/subscription.ts';
import { useSubscription } from '#web/api/user.ts';
import { dayCount, overdueText } from './day-count.ts';
import classes from './subscription.module.css';

/** Warns above every page of a trial that ends soon or a payment that is due. */
export function SubscriptionBanner() {
  const subscription = useSubscription();
  if (!subscription) return null;
  const trialDays = trialDaysToWarnOf(subscription);
  const pastDue = pastDueDays(subscription);
  if (trialDays !== undefined) {
    return (
      <aside className={classes.banner} aria-label="Trial">
        You have {dayCount(trialDays)} left on your trial.{' '}
        <Anchor component={Link} to="/subscription" inherit>
          Buy the product and upgrade today.
        </Anchor>
      </aside>
    );
  }
  if (pastDue) {
    return (
      <aside className={classes.banner} data-kind="danger" aria-label="Payment">
        Your subscription is now {overdueText(pastDue.due)} past due.{' '}
        <Anchor component={Link} to="/subscription" inherit>
          Please update your payment details
        </Anchor>{' '}
        within {dayCount(pastDue.left)} to avoid your account being terminated.
      </aside>
    );
  }
  return null;
}
