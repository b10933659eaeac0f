import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReportShare } from '#shared/contract/report-lists.ts';
import { type ReportOf, revokeShare, sharesQuery } from '#web/api/report-lists.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { audienceNames } from '../report-kinds.ts';
import classes from './shared-links.module.css';

/** The links to a report that the organization shared, those that have ended, too. */
export function SharedLinks({ report }: { report: ReportOf }) {
  const { data, error } = useQuery(sharesQuery(report));
  const revoke = useMutation(revokeShare(report));
  if (error) return <FormError error={error} />;
  if (data?.items.length === 0) return <Text size="sm">None yet.</Text>;
  return (
    <>
      <ul className={classes.list}>
        {data?.items.map((share) => (
          <li key={share.share_id} className={classes.link} data-ended={hasEnded(share)}>
            <div>
              {audienceNames[share.audience]}
              {share.marks && ', with your team’s changes'}
              <br />
              <span className={classes.facts}>
                {endOf(share)}. By {share.by}, {formatDateTime(share.at)}
              </span>
            </div>
            {!hasEnded(share) && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                loading={revoke.isPending && revoke.variables === share.share_id}
                aria-label={`Take back the link of ${formatDateTime(share.at)}`}
                onClick={() => revoke.mutate(share.share_id)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormError error={revoke.error} />
    </>
  );
}

const hasEnded = ({ ends_at, revoked_at }: ReportShare) =>
  revoked_at !== undefined || Date.parse(ends_at) <= Date.now();

function endOf(share: ReportShare): string {
  if (share.revoked_at) return `Taken back ${formatDateTime(share.revoked_at)}`;
  return `${hasEnded(share) ? 'Expired' : 'Works until'} ${formatDateTime(share.ends_at)}`;
}
