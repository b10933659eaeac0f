import { user } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('get-user', user, async ({ query, principal }) => {
  const { user_id = principal.authUserId } = query;
  if (user_id !== principal.authUserId) throw new ProductError('UserNotFound');
  return principal.user;
});
