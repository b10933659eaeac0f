/** All features, for `infra`, which deploys them. */
import { alerts } from './alerts/feature.ts';
import { assistant } from './assistant/feature.ts';
import { billing } from './billing/feature.ts';
import { datasets } from './datasets/feature.ts';
import { exports } from './exports/feature.ts';
import { indexes } from './indexes/feature.ts';
import { lists } from './lists/feature.ts';
import { mail } from './mail/feature.ts';
import { mcp } from './mcp/feature.ts';
import { organizations } from './organizations/feature.ts';
import { outreach } from './outreach/feature.ts';
import { patents } from './patents/feature.ts';
import { people } from './people/feature.ts';
import { privacy } from './privacy/feature.ts';
import { projects } from './projects/feature.ts';
import { reports } from './reports/feature.ts';
import { search } from './search/feature.ts';
import { site } from './site/feature.ts';
import { sources } from './sources/feature.ts';
import { staff } from './staff/feature.ts';
import { webhooks } from './webhooks/feature.ts';

export const features = {
  alerts,
  assistant,
  billing,
  datasets,
  exports,
  indexes,
  lists,
  mail,
  mcp,
  organizations,
  outreach,
  patents,
  people,
  privacy,
  projects,
  reports,
  search,
  site,
  sources,
  staff,
  webhooks,
};

type Features = typeof features;
/** The endpoints that features declare. */
export type DeclaredEndpoint = Keys<Features[keyof Features]['endpoints']>;

type Keys<T> = T extends unknown ? keyof T : never;

/** Every function without a route. */
export type JobName = Keys<Features[keyof Features]['jobs']>;
