import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { logger } from '#core/runtime/log.ts';
import { outreach } from '#shared/contract/outreach.ts';

/** One line in the log, which operators count: docs/operating.md has the query. */
export const handler = lambda(outreach, 'record-page-view', anyone, async ({ body }) => {
  logger.info('page view', { page: body.page });
  return {};
});
