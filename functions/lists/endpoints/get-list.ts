import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { readList } from '../read-list.ts';

export const handler = lambda(lists, 'get-list', member, ({ params, principal }) =>
  readList(principal, params.list_id),
);
