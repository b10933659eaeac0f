import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { reportDataQuery } from '#web/api/reports.ts';
import { isInvalid, isNotFound } from '#web/lib/errors.ts';
import { priorArtPath, requestReportPath } from '#web/lib/report-path.ts';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { UcidForm } from './ucid-form.tsx';
import { useArrival } from './use-arrival.ts';

interface MissingPriorArtProps {
  ucid: string;
  error: unknown;
  onRetry: () => void;
  login: ReactNode;
}

/** Says why there is no prior-art report, and what to do about it. */
export function MissingPriorArt({ ucid, error, onRetry, login }: MissingPriorArtProps) {
  const isMissing = isNotFound(error);
  const { data } = useQuery({ ...reportDataQuery(ucid), enabled: isMissing });
  const isMaking = useArrival('prior-art', ucid, isMissing);
  const isRefused = isMissing || isInvalid(error);
  return (
    <>
      <PageHeader title="Prior-art report" description={ucid} actions={login} />
      <Stack maw="42rem">
        {isMaking ? (
          <Notice>The report is being made. This page shows it as soon as it is there.</Notice>
        ) : (
          <ErrorPanel
            title={titleOf(error)}
            error={error}
            onRetry={isRefused ? undefined : onRetry}
          />
        )}
        {data?.exists === true && !isMaking && (
          <>
            <Text size="sm">
              Nobody has asked for it yet. We have the text of the patent, so that it can be made
              now.
            </Text>
            <Button component={Link} to={requestReportPath('prior-art', ucid)} w="fit-content">
              Make the report
            </Button>
          </>
        )}
        {data?.exists === false && (
          <Text size="sm">
            We do not have the text of this patent, so no report of it can be made. Please check its
            number, or try another publication of the same invention.
          </Text>
        )}
        {isRefused && data?.exists !== true && (
          <UcidForm key={ucid} ucid={ucid} pathOf={priorArtPath} />
        )}
      </Stack>
    </>
  );
}

function titleOf(error: unknown): string {
  if (isNotFound(error)) return 'Prior art report for this patent is not available.';
  return isInvalid(error) ? 'Bad request' : 'Something went wrong';
}
