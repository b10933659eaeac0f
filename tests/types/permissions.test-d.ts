/** Compile-time guarantees of permissions: what is not exact does not compile. */
import { getRecord } from '#core/storage/records.ts';
import type { Permission } from '#shared/permissions.ts';
import { accounts } from '#tables/accounts.ts';

// @ts-expect-error an action is named, never a wildcard
const anyAction: Permission = 'dynamodb:* Indexes';

// @ts-expect-error there is no such table
const noTable: Permission = 'dynamodb:GetItem Everything';

// @ts-expect-error files of organizations are reached by prefix, not all at once
const anyFile: Permission = 's3:GetObject Datasets/*';

const exact: Permission = 'dynamodb:GetItem Indexes';

// @ts-expect-error the permission is for another table than the record's
void getRecord('dynamodb:GetItem Indexes', accounts.user, { auth_user_id: '' });

// @ts-expect-error the permission is for another action
void getRecord('dynamodb:Query Accounts', accounts.user, { auth_user_id: '' });

// @ts-expect-error the key needs the id
void getRecord('dynamodb:GetItem Accounts', accounts.user, {});

export { anyAction, anyFile, exact, noTable };
