import type { SettingsFile } from './settings.ts';

/**
 * Settings that are ready to be deployed, with both web ACLs. `.test` is a reserved domain that the example does not
 * use.
 */
export const testSettings = {
  account: '111122223333',
  region: 'us-east-1',
  mail: { from: 'no-reply@antecede.test' },
  alertEmail: 'operator@antecede.test',
  firewall: { site: 'create', users: 'create' },
  links: {
    partnerSiteUrl: 'https://partner.antecede.test/invalidation',
    salesEmail: 'sales@antecede.test',
    blogUrl: 'https://blog.antecede.test',
    socialUrls: ['https://linkedin.antecede.test'],
  },
  postalAddress: 'Antecede, 1 Main Street, Dover, DE 19901, USA',
} satisfies SettingsFile;

export const ownDomain = {
  name: 'search.antecede.test',
  certificateArn:
    'arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555',
};
