import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { isAllowed } from '#core/request/require-attempt.ts';
import { logger } from '#core/runtime/log.ts';
import { users } from '#shared/contract/users.ts';
import { readBreachedRange } from '../breached-passwords.ts';

export const handler = lambda(
  users,
  'list-breached-passwords',
  passerby,
  async ({ params, principal, now }) => {
    if (!(await isAllowed('passwords_address', principal.network, now))) return '';
    try {
      return await readBreachedRange(params.prefix);
    } catch (error) {
      // Nobody must be kept from signing up because a provider is down.
      logger.warn('leaked passwords not checked', { error: error as Error });
      return '';
    }
  },
);
