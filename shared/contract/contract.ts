import { admin } from './admin.ts';
import { audit } from './audit.ts';
import { billing } from './billing.ts';
import { chat } from './chat.ts';
import { chatFigures } from './chat-figures.ts';
import { chatShares } from './chat-shares.ts';
import { chatTools } from './chat-tools.ts';
import { cliUploads } from './cli-uploads.ts';
import { counterparts } from './counterparts.ts';
import { datasets } from './datasets.ts';
import { docs } from './docs.ts';
import type { Endpoint } from './endpoint.ts';
import { hitMaps } from './hit-maps.ts';
import { indexKeys } from './index-keys.ts';
import { indexes } from './indexes.ts';
import { lists } from './lists.ts';
import { managementKeys } from './management-keys.ts';
import { mcp } from './mcp.ts';
import { organizations } from './organizations.ts';
import { outreach } from './outreach.ts';
import { ownSearches } from './own-searches.ts';
import { patents } from './patents.ts';
import { personalData } from './personal-data.ts';
import { projects } from './projects.ts';
import { reminderCalls } from './reminders.ts';
import { reportLists } from './report-lists.ts';
import { reportMarks } from './report-marks.ts';
import { reports } from './reports.ts';
import { rows } from './rows.ts';
import { savedSearches } from './saved-searches.ts';
import { search } from './search.ts';
import { searchExports } from './search-exports.ts';
import { searchKeys } from './search-keys.ts';
import { similarRows } from './similar-rows.ts';
import { sources } from './sources.ts';
import { system } from './system.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/**
 * Every endpoint of the product. The key is also the file name in `functions/api/`, the function's name
 * and the operation id. Routes, Lambda wrapper, client and API documents are made from this table.
 */
export const contract = {
  ...system,
  ...users,
  ...personalData,
  ...organizations,
  ...managementKeys,
  ...audit,
  ...billing,
  ...datasets,
  ...cliUploads,
  ...sources,
  ...indexKeys,
  ...searchKeys,
  ...indexes,
  ...search,
  ...searchExports,
  ...rows,
  ...similarRows,
  ...counterparts,
  ...hitMaps,
  ...mcp,
  ...patents,
  ...docs,
  ...chat,
  ...chatFigures,
  ...chatShares,
  ...chatTools,
  ...ownSearches,
  ...savedSearches,
  ...usage,
  ...reports,
  ...reportMarks,
  ...reportLists,
  ...lists,
  ...projects,
  ...webhooks,
  ...admin,
  ...reminderCalls,
  ...outreach,
} as const satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

export const endpointNames = Object.keys(contract) as EndpointName[];
