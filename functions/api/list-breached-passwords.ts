import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { logger } from '#functions/runtime/log.ts';
import { readBreachedRange } from '#functions/store/breached-passwords.ts';
import { users } from '#shared/contract/users.ts';

export const handler = lambda(users, 'list-breached-passwords', anyone, async ({ params }) => {
  try {
    return await readBreachedRange(params.prefix);
  } catch (error) {
    // Nobody must be kept from signing up because a provider is down.
    logger.warn('leaked passwords not checked', { error: error as Error });
    return '';
  }
});
