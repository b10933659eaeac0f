import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { logger } from '#core/runtime/log.ts';
import { users } from '#shared/contract/users.ts';
import { readBreachedRange } from '../breached-passwords.ts';

export const handler = lambda(users, 'list-breached-passwords', anyone, async ({ params }) => {
  try {
    return await readBreachedRange(params.prefix);
  } catch (error) {
    // Nobody must be kept from signing up because a provider is down.
    logger.warn('leaked passwords not checked', { error: error as Error });
    return '';
  }
});
