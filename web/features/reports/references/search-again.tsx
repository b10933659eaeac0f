import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, withDays } from '#shared/format-day.ts';
import { limits } from '#shared/limits.ts';
import type { SearchedAgain } from '#shared/report/marks.ts';
import { addReference, searchAgain } from '#web/api/report-marks.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SampleTable } from '#web/ui/table/sample-table.tsx';
import { tierNames } from './date-tiers.ts';
import { queryColumns, queryRows } from './query-table.ts';
import { ucidsWith, type Wishes } from './wishes.ts';

interface SearchAgainProps {
  /** The patent that the report is about. */
  report: string;
  wishes: Wishes;
  again: SearchedAgain | undefined;
}

/** Searches for more art like what a person likes, and unlike what they do not. The report stays as it is; what is found can be added. */
export function SearchAgain({ report, wishes, again }: SearchAgainProps) {
  const search = useMutation(searchAgain(report));
  const like = ucidsWith(wishes, 'like');
  const unlike = ucidsWith(wishes, 'unlike');
  const isTooMany = Math.max(like.length, unlike.length) > limits.reportWishesMax;
  return (
    <section aria-label="Search again">
      <Text size="sm" maw="42rem" mt="md" data-screen-only>
        Say of references above which are like what you look for, and which are not, and search
        again.
        {isTooMany && ` At most ${limits.reportWishesMax} of each.`}
      </Text>
      <Button
        mt="xs"
        variant="default"
        disabled={like.length + unlike.length === 0 || isTooMany}
        loading={search.isPending}
        onClick={() => search.mutate({ like, unlike })}
      >
        Search again
      </Button>
      <FormError error={search.error} />
      {again && <Found report={report} again={again} />}
    </section>
  );
}

function Found({ report, again }: { report: string; again: SearchedAgain }) {
  const add = useMutation(addReference(report));
  const { like, unlike, references, compared, queries, by, at } = again;
  const wished = [
    like.length > 0 ? `like ${like.join(', ')}` : '',
    unlike.length > 0 ? `unlike ${unlike.join(', ')}` : '',
  ].filter(Boolean);
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        {by} searched {wished.join(' and ')} on {formatDateTime(at)}:{' '}
        {formatCount(compared, 'document')} read, {references.length} shown.
      </Text>
      <ul>
        {references.map(({ ucid, title, publication_date, tier, tier_reason, score }) => (
          <li key={ucid}>
            <Anchor component={Link} to={patentPath(ucid)} size="sm">
              {ucid}
            </Anchor>{' '}
            {title}, {publication_date ? `published ${formatDay(publication_date)}` : 'undated'}
            <Text size="sm">
              <strong>{tierNames[tier]}.</strong> {withDays(tier_reason)}
            </Text>
            <Score value={score} />
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Add ${ucid} to the chart`}
              loading={add.isPending && add.variables === ucid}
              onClick={() => add.mutate(ucid)}
            >
              Add to the chart
            </Button>
          </li>
        ))}
      </ul>
      <FormError error={add.error} />
      <details>
        <summary>Queries of this search ({queries.length})</summary>
        <SampleTable
          label="Queries of this search"
          columns={queryColumns}
          rows={queryRows(queries)}
        />
      </details>
    </>
  );
}
