import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useReportOffer } from '#web/api/use-report-offer.ts';

/** The report of a hit, among its details. */
export function ReportLink({ ucid }: { ucid: string }) {
  const offer = useReportOffer(ucid);
  if (!offer) return null;
  return (
    <div>
      <dt>Report</dt>
      <dd>
        <Anchor component={Link} to={offer.to} inherit>
          {offer.text}
        </Anchor>
      </dd>
    </div>
  );
}
