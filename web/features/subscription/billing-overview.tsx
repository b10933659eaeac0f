import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { formatCents, monthlyAmount, planOfInterval } from '#shared/plans.ts';
import { displayedStatus, pageBanner } from '#shared/subscription.ts';
import { keepSubscription } from '#web/api/billing.ts';
import { formatDate } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { AuthenticatePayment } from './authenticate-payment.tsx';
import { CancelModal } from './cancel-modal.tsx';
import { dayCount, overdueText } from './day-count.ts';
import { PlanForm } from './plan-form.tsx';

interface BillingOverviewProps {
  orgId: string;
  billing: BillingState;
}

const dateOf = (seconds: number) => formatDate(new Date(seconds * 1000).toISOString());

/** `in 5 days`; on the last day `today`. */
function inDays(seconds: number): string {
  const days = Math.floor((seconds * 1000 - Date.now()) / 86_400_000);
  return days < 1 ? 'today' : `in ${dayCount(days)}`;
}

/** What the status, a word of the payment provider, means for people; undefined where nothing has to be said. */
function statusText(billing: BillingState): string | undefined {
  if (billing._isExpired) return 'The service has ended. Your data stays; choose a plan to go on.';
  if (billing.cancel_at_period_end) return 'You have cancelled. Everything works until the end.';
  switch (billing.status) {
    case 'trialing':
      return 'You try everything without paying.';
    case 'active':
      return billing.id && 'Paid. Nothing needs to be done.';
    case 'past_due':
      return 'The last payment failed and is tried again. Everything works meanwhile.';
    default:
      return undefined;
  }
}

/** The state of the subscription, and all actions that change it. */
export function BillingOverview({ orgId, billing }: BillingOverviewProps) {
  const [cancelling, setCancelling] = useState(false);
  const keep = useMutation(keepSubscription(orgId));
  const { trial_end, current_period_end, cancel_at_period_end, _isExpired, discount } = billing;
  const isTrial = billing.status === 'trialing';
  const percentOff = discount?.coupon.percent_off;
  const isBought = billing.id !== undefined && !_isExpired;
  const plan = isBought && billing.plan && planOfInterval(billing.plan.interval);
  return (
    <Stack>
      <PageBanner billing={billing} />
      {billing.payment_error && (
        <Notice kind="danger">The last payment was refused: {billing.payment_error}</Notice>
      )}
      {billing.payment_action && (
        <AuthenticatePayment orgId={orgId} clientSecret={billing.payment_action.client_secret} />
      )}
      <Text>
        Subscription status: <strong>{displayedStatus(billing)}</strong>
      </Text>
      {statusText(billing) && <Text>{statusText(billing)}</Text>}
      {isTrial && trial_end !== undefined && (
        <Text>
          Trial {_isExpired ? 'ended' : 'ends'} on {dateOf(trial_end)}
          {!_isExpired && `, ${inDays(trial_end)}`}
        </Text>
      )}
      {plan && (
        <Text>
          Plan: <strong>{plan}</strong>, {formatCents(monthlyAmount(plan))} per month
          {isTrial && !cancel_at_period_end && '. You pay nothing until the trial ends.'}
        </Text>
      )}
      {isBought && !isTrial && current_period_end !== undefined && (
        <Text>
          {cancel_at_period_end ? 'Ends' : 'Renews'} on {dateOf(current_period_end)},{' '}
          {inDays(current_period_end)}
        </Text>
      )}
      {percentOff && <Text>{percentOff} % off with your coupon</Text>}
      <PlanForm key={`${billing.id} ${billing.plan?.interval}`} orgId={orgId} billing={billing} />
      <FormError error={keep.error} />
      {!_isExpired && (
        <Group>
          {cancel_at_period_end ? (
            <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
              Keep Subscription
            </Button>
          ) : (
            <Button variant="default" color="red" onClick={() => setCancelling(true)}>
              Cancel Subscription
            </Button>
          )}
        </Group>
      )}
      <CancelModal
        billing={billing}
        orgId={orgId}
        opened={cancelling}
        onClose={() => setCancelling(false)}
      />
    </Stack>
  );
}

/** What is wrong with the payments, in the words of the specification. */
function PageBanner({ billing }: { billing: BillingState }) {
  const banner = pageBanner(billing, billing.payment_method !== undefined);
  switch (banner?.kind) {
    case undefined:
      return null;
    case 'expired-without-card':
      return (
        <Notice>
          Your subscription has expired. Please update your payment details to reactivate it.
        </Notice>
      );
    case 'past-due-without-card':
      return (
        <Notice kind="danger">
          Your subscription is now {overdueText(banner.due)} past due. Please update your payment
          details within {dayCount(banner.left)} to avoid your account being terminated.
        </Notice>
      );
    case 'past-due-with-card':
      return (
        <Notice>
          We are not able to process your payment due to card failure. Please update your payment
          details.
        </Notice>
      );
  }
}
