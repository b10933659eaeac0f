import type { TableName } from '#shared/resources.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { conversations } from './conversations.ts';
import { datasets } from './datasets.ts';
import type { TableSchema } from './define-table.ts';
import { indexes } from './indexes.ts';
import { lists } from './lists.ts';
import { projects } from './projects.ts';
import { reports } from './reports.ts';

/** Schema of every table. The deployment and `docs/data.md` are made from them. */
export const tableSchemas: Record<TableName, TableSchema> = {
  Accounts: accounts.schema,
  Indexes: indexes.schema,
  Datasets: datasets.schema,
  Conversations: conversations.schema,
  Reports: reports.schema,
  Lists: lists.schema,
  Projects: projects.schema,
  Activity: activity.schema,
};
