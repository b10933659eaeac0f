import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  formatCents,
  monthlyAmount,
  type PlanName,
  planNames,
  planOfInterval,
  plans,
} from '#shared/plans.ts';
import { applyCoupon, buyPlan, previewQuery } from '#web/api/billing.ts';
import { codeOf } from '#web/lib/errors.ts';
import { formatDate, formatNumber } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NewPaymentMethod } from './new-payment-method.tsx';
import classes from './subscription.module.css';

interface PlanFormProps {
  orgId: string;
  billing: BillingState;
}

/** Chooses a plan and a coupon. What will be charged is shown before anything is. */
export function PlanForm({ orgId, billing }: PlanFormProps) {
  const current = billing.plan && planOfInterval(billing.plan.interval);
  const isBought = billing.id !== undefined && !billing._isExpired;
  const [plan, setPlan] = useState<PlanName>(current ?? 'Monthly');
  const [coupon, setCoupon] = useState('');
  const [confirming, setConfirming] = useState(false);
  const apply = useMutation(applyCoupon(orgId, billing.id));
  const couponCode = coupon.trim() || undefined;
  const isOtherPlan = !isBought || plan !== current;
  return (
    <Stack maw={640}>
      <Radio.Group label="Plan" value={plan} onChange={(value) => setPlan(value)}>
        <Group mt={4} align="stretch">
          {planNames.map((name) => (
            <Radio
              key={name}
              value={name}
              label={`${name}, ${formatCents(monthlyAmount(name))} per month`}
              description={<PlanContents plan={name} />}
              className={classes.plan}
            />
          ))}
        </Group>
      </Radio.Group>
      <Group align="end">
        <TextInput
          label="Coupon"
          autoComplete="off"
          maxLength={150}
          value={coupon}
          onChange={(event) => {
            apply.reset();
            setCoupon(event.currentTarget.value);
          }}
        />
        {isBought && (
          <Button
            variant="default"
            disabled={!couponCode}
            loading={apply.isPending}
            onClick={() =>
              couponCode &&
              apply.mutate(couponCode, {
                onSuccess: () => {
                  setCoupon('');
                  return showMessage('Successfully updated!');
                },
              })
            }
          >
            Apply Coupon
          </Button>
        )}
      </Group>
      <FormError error={apply.error} />
      <Group>
        <Button disabled={!isOtherPlan} onClick={() => setConfirming(true)}>
          {billing._isExpired ? 'Activate Subscription' : 'Update Subscription'}
        </Button>
      </Group>
      <ConfirmPlan
        orgId={orgId}
        order={{ plan, couponCode, activate: billing._isExpired }}
        billing={billing}
        opened={confirming}
        onClose={() => setConfirming(false)}
        onCouponRefused={() => setCoupon('')}
      />
    </Stack>
  );
}

/** Months of a year that an annual plan saves, in cents. */
const yearlySaving = 12 * plans.Monthly.amount - plans.Annual.amount;

/** What differs between plans: one is cheaper. */
function PlanContents({ plan }: { plan: PlanName }) {
  const perDay = formatNumber(limits.queriesPerDay[plan === 'Annual' ? 'annual' : 'monthly']);
  return (
    <>
      {plan === 'Annual'
        ? `${formatCents(plans.Annual.amount)} each year: you save ${formatCents(yearlySaving)}.`
        : 'Paid each month, to be cancelled at the end of any.'}{' '}
      {perDay} searches a day.
    </>
  );
}

interface ConfirmPlanProps {
  orgId: string;
  order: { plan: PlanName; couponCode: string | undefined; activate: boolean };
  billing: BillingState;
  opened: boolean;
  onClose: () => void;
  /** The dialog was closed after its coupon had been refused. */
  onCouponRefused: () => void;
}

/** Shows the price and asks for a means of payment if there is none, before anything is bought. */
function ConfirmPlan({
  orgId,
  order,
  billing,
  opened,
  onClose,
  onCouponRefused,
}: ConfirmPlanProps) {
  const { plan, couponCode } = order;
  const preview = useQuery({ ...previewQuery(orgId, { plan, couponCode }), enabled: opened });
  const buy = useMutation(buyPlan(orgId));
  const close = () => {
    if (buy.isPending) return;
    if (codeOf(buy.error ?? preview.error) === 'CouponInvalid') onCouponRefused();
    buy.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Update Subscription">
      <Stack>
        {preview.data && (
          <Text size="sm">
            {formatCents(preview.data.due_now)} now, then {formatCents(preview.data.renewal)}{' '}
            {plan === 'Annual' ? 'each year' : 'each month'} from{' '}
            {formatDate(new Date(preview.data.renews_at * 1000).toISOString())}.
          </Text>
        )}
        {preview.isPending && <Text size="sm">Calculating the price …</Text>}
        {!billing.payment_method && (
          <>
            <Text size="sm">
              {billing.bank_verification
                ? 'Please verify your bank account first, or add a credit card.'
                : errorCatalog.PaymentMethodMissing.message}
            </Text>
            <NewPaymentMethod orgId={orgId} billing={billing} />
          </>
        )}
        <Text>Do you wish to continue?</Text>
        <FormError error={buy.error ?? preview.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={buy.isPending} onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            loading={buy.isPending}
            disabled={!preview.data || !billing.payment_method}
            onClick={() =>
              buy.mutate(order, {
                onSuccess: () => {
                  onClose();
                  return showMessage('Successfully updated!');
                },
              })
            }
          >
            Continue
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
