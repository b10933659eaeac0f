/**
 * The actions that an organization's audit trail records, each with the label that people read. Only
 * listed actions can be recorded.
 */
export const auditActions = {
  'organization.created': 'Organization created',
  'organization.renamed': 'Organization renamed',
  'organization.query-texts-changed': 'Query texts switched',
  'organization.second-factor-changed': 'Second factor switched',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.role-changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.second-factor-reset': 'Second factor reset',
  'key.created': 'API key created',
  'key.rotated': 'API key replaced by a new text',
  'key.deleted': 'API key deleted',
  'key.revealed': 'API key revealed',
  'management-key.created': 'Management key made',
  'management-key.deleted': 'Management key revoked',
  'dataset.upload-started': 'Dataset upload started',
  'dataset.fetched': 'Dataset fetched',
  'dataset.source-set': 'Source of a dataset set',
  'dataset.source-deleted': 'Source of a dataset deleted',
  'dataset.deleted': 'Dataset deleted',
  'index.created': 'Index created',
  'index.rebuild-started': 'Index rebuild started',
  'index.build-cancelled': 'Index build stopped',
  'index.deleted': 'Index deleted',
  'index.synonyms-changed': 'Synonyms of an index changed',
  'report.removed': 'Report taken out of the list',
  'report.shared': 'Report shared',
  'report.share-revoked': 'Link to a report taken back',
  'subscription.changed': 'Subscription changed',
  'subscription.cancelled': 'Subscription cancelled',
  'subscription.kept': 'Cancellation taken back',
  'subscription.coupon-applied': 'Coupon applied',
  'list.created': 'Shared list created',
  'list.changed': 'Shared list changed',
  'list.deleted': 'Shared list deleted',
  'project.created': 'Project created',
  'project.changed': 'Project changed',
  'project.deleted': 'Project deleted',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret-rotated': 'Secret of a webhook replaced',
  'organization.viewed': 'Looked at by the provider',
  'searches.viewed': 'Searches looked at by the provider',
  'reminders.changed': 'Reminders changed',
  'payment.paused': 'Payment paused',
  'payment.resumed': 'Payment resumed',
  'payment-method.changed': 'Payment method changed',
  'account.export-requested': 'Personal data requested',
  'account.erased': 'Account erased',
  'organization.erased': 'Organization erased',
} as const satisfies Record<string, string>;

/** Shown in place of the name of a person whose account was erased. */
export const formerMember = 'Former member';

/** Shown instead of the name of one of the provider's staff, so that customers see that no member acted. */
export const providerStaff = 'Antecede staff';

export type AuditAction = keyof typeof auditActions;
