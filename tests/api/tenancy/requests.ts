import { randomBytes } from 'node:crypto';
import type { EndpointName } from '#shared/contract/contract.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** The objects of one organization and of its calling person. */
export interface Objects {
  orgId: string;
  authUserId: string;
  email: string;
  /** Another member of the team. */
  memberEmail: string;
  memberUserId: string;
  indexId: string;
  keyId: string;
  apiKey: string;
  fileKey: string;
  /** A file that no index is built from. */
  spareFileKey: string;
  /** Name of a file to upload. The foreign one climbs into the other organization's folder. */
  newFile: string;
  /** An upload by the command-line tool that has begun, and its token. */
  uploadId: string;
  uploadToken: string;
  /** A conversation of the caller with a run that has ended, and one that may be deleted. */
  threadId: string;
  runId: string;
  spareThreadId: string;
  /** A private list of the caller with one document, and one that may be deleted. */
  listId: string;
  spareListId: string;
  /** An index that may be deleted, when nothing else is asked of it any more. */
  spareIndexId: string;
  /** A confidential project of the caller with their list and conversation, and one that may be deleted. */
  projectId: string;
  spareProjectId: string;
  /** A saved search of the caller, and one that may be deleted. */
  searchId: string;
  spareSearchId: string;
  /** A source of a dataset that has failed, and one that may be deleted. */
  sourceId: string;
  spareSourceId: string;
  /** A webhook with a delivery, and one that may be deleted. */
  webhookId: string;
  deliveryId: string;
  spareWebhookId: string;
  /** An export that an API key began, and one that may be deleted. */
  exportId: string;
  spareExportId: string;
  /** A conversation that nobody signed in began, and its token. */
  openThreadId: string;
  threadToken: string;
}

type Values = Record<string, unknown>;

/** One call as it travels. */
export interface Request {
  params?: Record<string, string>;
  query?: Values;
  body?: Values | readonly Values[];
  apiKey?: string;
  uploadToken?: string;
  threadToken?: string;
  /** The result of the call for its owner; success if absent. */
  outcome?: ErrorCode;
}

/** Equal in all requests, so that it does not count as an object of an organization. */
const stranger = `${randomBytes(8).toString('hex')}@example.com`;
const text = 'fish in the sea';
const patent = 'US-99030012-B2';
const noPatent = 'US-99000001-B2';
const listed = { index_id: 'us_patents', id: patent };
const columnsRole = { id: 'metadata', title: 'metadata', text: 'index' };

/**
 * Every endpoint with each kind of request, made from a person's objects. The differences between the
 * requests of two organizations are the targets of the attacks. A new endpoint needs a row, else this file
 * does not compile. Deletions come last, followed only by the end of the session.
 */
export const requests: { [Name in EndpointName]: (own: Objects) => Request[] } = {
  'get-health': () => [{}],
  'get-config': () => [{}],
  'get-openapi': () => [{}],
  'get-docs-markdown': () => [{ params: { file: 'us_patents.md' } }],
  'get-llms-txt': () => [{}],
  'get-sitemap': () => [{}],
  'get-robots-txt': () => [{}],
  'create-user': ({ orgId, authUserId, email }) => [
    {
      body: { full_name: 'Eve', email, auth_user_id: authUserId, type: 'sign_up' },
      outcome: 'UserExists',
    },
    {
      body: {
        full_name: 'Eve',
        email: stranger,
        role: 'admin',
        type: 'invite',
        org_id: orgId,
        auth_user_id: authUserId,
      },
    },
  ],
  'get-user': ({ authUserId }) => [{ query: { user_id: authUserId } }],
  'update-user': ({ authUserId, memberEmail, memberUserId }) => [
    { body: { auth_user_id: authUserId, full_name: 'Eve' } },
    {
      body: {
        email: memberEmail,
        user_id: memberUserId,
        role: 'admin',
        auth_user_id: authUserId,
      },
    },
  ],
  'list-management-keys': () => [{}],
  'create-management-key': () => [{ body: { name: 'Load', scopes: ['datasets:read'] } }],
  'delete-management-key': ({ keyId }) => [{ params: { key_id: keyId }, outcome: 'KeyNotFound' }],
  'get-management-caller': () => [{}],
  'list-users': ({ orgId }) => [{ query: { org_id: orgId } }],
  'get-data-export': () => [{}],
  'request-data-export': ({ authUserId }) => [{ body: { auth_user_id: authUserId } }],
  'create-organization': () => [{ body: { name: 'Second' }, outcome: 'OrganizationExists' }],
  'get-organization': ({ orgId, authUserId }) => [
    { query: { org_id: orgId } },
    { query: { auth_user_id: authUserId } },
  ],
  'update-organization': ({ orgId, authUserId }) => [
    { body: { org_id: orgId, auth_user_id: authUserId, org_name: 'Taken over' } },
  ],
  'list-organizations': () => [{ query: { search: 'Analytical' }, outcome: 'Forbidden' }],
  'get-assistant-figures': () => [{ query: {}, outcome: 'Forbidden' }],
  'list-reminders': () => [{ outcome: 'Forbidden' }],
  'update-reminders': () => [{ body: [], outcome: 'Forbidden' }],
  'preview-reminder': () => [{ query: { file: 'builds' }, outcome: 'Forbidden' }],
  'send-reminder': () => [{ body: { file: 'builds' }, outcome: 'Forbidden' }],
  'get-organization-detail': ({ orgId }) => [{ params: { org_id: orgId }, outcome: 'Forbidden' }],
  'list-search-history': ({ orgId }) => [{ query: { org_id: orgId }, outcome: 'Forbidden' }],
  'get-search-figures': ({ orgId }) => [{ query: { org_id: orgId }, outcome: 'Forbidden' }],
  // Names nobody: it lists what the caller has searched.
  'list-own-searches': () => [{}],
  // Names nobody: it is the caller’s organization.
  'get-quota': () => [{}],
  'get-usage': ({ orgId }) => [{ query: { org_id: orgId } }],
  'get-search-analytics': ({ orgId }) => [{ query: { org_id: orgId } }],
  'update-query-texts': ({ orgId, authUserId }) => [
    { body: { org_id: orgId, auth_user_id: authUserId, confidential: true } },
  ],
  'require-second-factor': ({ orgId, authUserId }) => [
    { body: { org_id: orgId, auth_user_id: authUserId, required: false } },
  ],
  'list-breached-passwords': () => [{ params: { prefix: '5BAA6' } }],
  'confirm-second-factor': () => [{ body: {} }],
  'pause-payment': ({ orgId, authUserId }) => [
    {
      body: {
        auth_user_id: authUserId,
        org_id: orgId,
        subscription_id: 'sub_1',
        paused_payment: true,
      },
      outcome: 'Forbidden',
    },
  ],
  'list-audit': ({ orgId }) => [{ query: { org_id: orgId } }, { query: { action: 'key.created' } }],
  'create-upload': ({ orgId, email, newFile }) => [
    { body: { org_id: orgId, user_email: email, filename: newFile } },
  ],
  'create-cli-upload': ({ orgId, email, newFile }) => [
    { body: { org_id: orgId, email, filename: newFile, filesize: 10 } },
  ],
  'get-cli-upload': ({ uploadId, uploadToken }) => [
    { params: { upload_id: uploadId }, uploadToken },
  ],
  'create-part-urls': ({ uploadId, uploadToken }) => [
    {
      params: { upload_id: uploadId },
      body: { parts: [{ number: 1, md5: '0'.repeat(32) }] },
      uploadToken,
    },
  ],
  'complete-cli-upload': ({ uploadId, uploadToken }) => [
    {
      params: { upload_id: uploadId },
      body: { digest: `${'0'.repeat(32)}-1` },
      uploadToken,
      outcome: 'UploadIncomplete',
    },
  ],
  'list-datasets': () => [{ query: {} }],
  'create-dataset': ({ newFile }) => [
    { body: { dataset_name: newFile }, outcome: 'DatasetNotFound' },
  ],
  'get-dataset-files': ({ orgId, fileKey }) => [
    { query: { key: orgId } },
    { query: { key: fileKey } },
  ],
  'get-subscription': ({ orgId }) => [{ query: { org_id: orgId } }],
  'preview-subscription': () => [{ body: { subscription_plan: 'Monthly' } }],
  'update-subscription': ({ orgId }) => [
    { body: { org_id: orgId, subscription_plan: 'Monthly' }, outcome: 'PaymentMethodMissing' },
    { body: { org_id: orgId, keep_subscription: true } },
  ],
  'cancel-subscription': ({ orgId }) => [{ body: { org_id: orgId, option: 'Pricing' } }],
  'apply-coupon': () => [{ body: { couponCode: 'TEN' }, outcome: 'NoSubscription' }],
  'activate-with-coupon': ({ orgId }) => [
    {
      body: { org_id: orgId, subscription_plan: 'Monthly', couponCode: 'TEN' },
      outcome: 'PaymentMethodMissing',
    },
  ],
  'send-cancel-notice': ({ orgId, email }) => [{ body: { org_id: orgId, email } }],
  'create-cancel-feedback': ({ email }) => [
    { body: { full_name: 'Eve', email, option: 'Pricing', org_name: 'Mine' } },
  ],
  'create-setup-intent': () => [{ body: { type: 'card' } }],
  'create-payment-method': ({ orgId }) => [
    { body: { org_id: orgId, token_id: 'pm_unknown' }, outcome: 'NotFound' },
  ],
  'update-payment-method': ({ orgId }) => [
    { body: { item_id: orgId, token_id: 'pm_unknown' }, outcome: 'NotFound' },
  ],
  'verify-bank-account': ({ orgId }) => [
    { body: { org_id: orgId, amounts: [32, 45] }, outcome: 'VerificationFailed' },
  ],
  'list-invoices': () => [{ query: {} }],
  'receive-stripe-event': () => [{ outcome: 'SignatureInvalid' }],
  'list-index-keys': ({ orgId }) => [{ query: { org_id: orgId } }],
  'create-index-key': ({ orgId, indexId }) => [
    { body: { org_id: orgId, index: indexId } },
    { body: { org_id: orgId, index: 'arxiv' } },
  ],
  'create-search-key': ({ indexId }) => [{ body: { index_id: indexId } }],
  'query-index': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { request: { conceptFeaturesString: text } },
      apiKey,
    },
  ],
  'query-index-several': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { requests: [{ conceptFeaturesString: text }] },
      apiKey,
    },
  ],
  'query-similar-rows': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { request: { column: 'id', value: '3' } },
      apiKey,
    },
  ],
  'create-search-export': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { format: 'csv', request: { conceptFeaturesString: text } },
      apiKey,
    },
  ],
  'get-search-export': ({ indexId, exportId, apiKey }) => [
    { params: { index_id: indexId, export_id: exportId }, apiKey },
  ],
  'list-own-exports': () => [{}],
  'map-hits': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { request: { conceptFeaturesString: text, fields: ['id'] } },
      apiKey,
    },
  ],
  'get-query-vector': ({ indexId, apiKey }) => [
    { params: { index_id: indexId }, body: { request: { query: text } }, apiKey },
  ],
  'get-dictionary': ({ indexId, apiKey }) => [
    { params: { index_id: indexId }, body: { request: { query: text } }, apiKey },
  ],
  'call-mcp': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: text } },
      },
      apiKey,
    },
  ],
  // Keys that may only search are refused; those that may not are tested in tests/api/rows.test.ts.
  'upsert-rows': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { rows: [{ id: '1', title: 'Cod', text }] },
      apiKey,
      outcome: 'KeyMayNotChangeRows',
    },
  ],
  'update-rows': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { rows: [{ id: '1', title: 'Cod' }] },
      apiKey,
      outcome: 'KeyMayNotChangeRows',
    },
  ],
  'delete-rows': ({ indexId, apiKey }) => [
    {
      params: { index_id: indexId },
      body: { keys: ['1'] },
      apiKey,
      outcome: 'KeyMayNotChangeRows',
    },
  ],
  'search-indexes': ({ indexId, apiKey }) => [
    {
      body: {
        request: { conceptFeaturesString: text },
        indexes: [{ index_id: indexId, api_key: apiKey }],
      },
    },
  ],
  'warm-index': ({ indexId, apiKey }) => [{ params: { index_id: indexId }, body: {}, apiKey }],
  'record-click': ({ indexId, apiKey }) => [
    { params: { index_id: indexId }, body: { text: 'cod', row: '1' }, apiKey },
  ],
  'warm-chat': () => [{}],
  'get-patent-image': () => [{ query: { ucid: noPatent, name: 'a.png' }, outcome: 'NotFound' }],
  'get-citation-graph': () => [{ query: { ucid: noPatent }, outcome: 'PatentNotFound' }],
  'list-citing-patents': () => [{ query: { ucid: noPatent } }],
  'suggest-patents': () => [{ query: { number: noPatent } }],
  'get-patent-text': () => [{ body: { ucid: noPatent }, outcome: 'PatentNotFound' }],
  'list-indexes': ({ orgId, indexId }) => [
    { query: { org_id: orgId } },
    { query: { index_id: indexId } },
  ],
  'get-index-docs': ({ indexId }) => [{ params: { index_name: indexId } }],
  'get-index-openapi': ({ indexId }) => [{ params: { index_id: indexId } }],
  'list-index-synonyms': ({ indexId }) => [{ params: { index_id: indexId } }],
  'update-index-synonyms': ({ indexId }) => [
    { params: { index_id: indexId }, body: { items: ['fish = trout'] } },
  ],
  'get-index-quality': ({ indexId }) => [{ query: { index_id: indexId } }],
  'list-similar-rows': ({ indexId }) => [
    { query: { index_id: indexId, column: 'id', value: '3' } },
  ],
  'list-counterparts': ({ indexId }) => [
    { body: { index_id: indexId, other_index_id: 'arxiv' } },
    { body: { index_id: 'arxiv', other_index_id: indexId } },
  ],
  'list-index-rejects': ({ indexId }) => [{ query: { index_id: indexId } }],
  'create-index': ({ orgId, authUserId, email, fileKey }) => [
    {
      body: {
        name: 'Tenancy',
        orgId,
        userId: authUserId,
        email,
        columnsRole,
        columnsData: '[]',
        datasetSize: 0,
        status: 'Processing',
        dataset: {
          value: fileKey,
          label: 'chosen',
        },
      },
    },
  ],
  'rebuild-index': ({ orgId, indexId, fileKey }) => [
    { body: { index_id: indexId, orgId, dataset: { value: fileKey, label: 'chosen' } } },
  ],
  'cancel-build': ({ indexId }) => [{ body: { index_id: indexId } }],
  'create-chat-thread': () => [{}],
  'list-chat-threads': () => [{ query: {} }],
  'get-chat-thread': ({ threadId, openThreadId, threadToken }) => [
    { params: { id: threadId } },
    { params: { id: openThreadId }, threadToken },
  ],
  'rename-chat-thread': ({ threadId }) => [
    { params: { id: threadId }, body: { title: 'Renamed' } },
  ],
  'export-chat-thread': ({ threadId }) => [{ params: { id: threadId } }],
  'share-chat-thread': ({ threadId }) => [{ params: { id: threadId }, body: { days: 1 } }],
  'unshare-chat-thread': ({ threadId }) => [{ params: { id: threadId } }],
  'open-shared-chat': () => [{ body: { token: 'thr_1.rs_none' }, outcome: 'ShareNotFound' }],
  'list-chat-messages': ({ threadId, openThreadId, threadToken }) => [
    { params: { id: threadId }, query: {} },
    { params: { id: openThreadId }, query: {}, threadToken },
  ],
  'get-chat-run': ({ threadId, runId }) => [{ params: { id: threadId, runId } }],
  'cancel-chat-run': ({ threadId, runId }) => [{ params: { id: threadId, runId } }],
  'submit-tool-outputs': ({ threadId, runId }) => [
    {
      body: {
        thread_id: threadId,
        run_id: runId,
        tool_outputs: [{ tool_call_id: 'call_none', output: '{}' }],
      },
      outcome: 'RunNotWaiting',
    },
  ],
  'create-feedback': ({ threadId, runId }) => [
    { body: { intent: true, userFeedback: 'Found it', thread_id: threadId, run_id: runId } },
    { body: { intent: false, userFeedback: '' } },
  ],
  'create-chat-message': ({ threadId, openThreadId, threadToken }) => [
    { params: { id: threadId }, body: { content: text } },
    { params: { id: openThreadId }, body: { content: text }, threadToken },
  ],
  'create-chat-run': ({ threadId, openThreadId, threadToken }) => [
    { params: { id: threadId } },
    { params: { id: openThreadId }, threadToken },
  ],
  'get-filtered-data': () => [{ body: { query: text, limit: 1 } }],
  'rerank-patents': () => [
    { body: { ucid: null, claim_text: 'A net, comprising a rope', candidates: [] } },
  ],
  'subscribe-newsletter': () => [{ body: { EMAIL: stranger } }],
  'confirm-newsletter': () => [{ body: { token: 'x'.repeat(32) }, outcome: 'LinkExpired' }],
  'leave-newsletter': () => [{ body: { token: 'x'.repeat(32) } }],
  'record-page-view': () => [{ body: { page: '/prior-art' } }],
  'request-demo': () => [{ body: { full_name: 'Eve', email: stranger, message: text } }],
  'get-prior-art': () => [{ query: { ucid: noPatent }, outcome: 'ReportNotFound' }],
  'get-invalidation-report': () => [{ query: { ucid: noPatent }, outcome: 'ReportNotFound' }],
  'check-prior-art': () => [{ query: { ucid: patent } }],
  'check-invalidation-report': () => [{ query: { ucid: patent } }],
  'check-report-data': () => [{ query: { ucid: patent } }],
  'request-prior-art': () => [{ body: { ucid: patent, email: stranger } }],
  'request-invalidation-report': () => [{ body: { ucid: patent, email: stranger } }],
  'prepare-report': () => [{ body: { kind: 'invalidation', ucid: patent } }],
  'confirm-report-address': () => [
    { body: { token: `${'0'.repeat(64)}.rt_${'0'.repeat(40)}` }, outcome: 'LinkExpired' },
  ],
  'open-report-link': () => [{ params: { kind: 'prior-art', ucid: patent, token: 'rt_none' } }],
  'get-report-marks': () => [{ query: { ucid: noPatent }, outcome: 'ReportNotFound' }],
  'save-report-mark': () => [
    {
      body: { report: noPatent, mark: { element: '1a', ucid: patent }, revision: 0 },
      outcome: 'ReportNotFound',
    },
  ],
  'add-report-reference': () => [
    { body: { report: noPatent, reference: patent }, outcome: 'ReportNotFound' },
  ],
  'search-report-again': () => [
    { body: { report: noPatent, like: [patent], unlike: [] }, outcome: 'ReportNotFound' },
  ],
  'remove-report-reference': () => [
    { query: { report: patent, reference: noPatent }, outcome: 'NotFound' },
  ],
  'list-reports': () => [{}],
  'share-report': () => [
    {
      body: { kind: 'prior-art', ucid: noPatent, audience: 'anyone', days: 7 },
      outcome: 'ReportNotFound',
    },
  ],
  'list-report-shares': () => [{ query: { kind: 'prior-art', ucid: noPatent } }],
  'revoke-report-share': () => [{ query: { share_id: 'none' }, outcome: 'ShareNotFound' }],
  'open-shared-report': () => [{ body: { token: 'rs_none' }, outcome: 'ShareNotFound' }],
  'export-shared-report': () => [
    { body: { token: 'rs_none', format: 'csv' }, outcome: 'ShareNotFound' },
  ],
  'remove-listed-report': () => [
    { query: { kind: 'prior-art', ucid: noPatent }, outcome: 'NotFound' },
  ],
  'export-report': () => [
    { body: { kind: 'invalidation', ucid: noPatent, format: 'csv' }, outcome: 'ReportNotFound' },
  ],
  // Names nobody: it lists what the caller has saved.
  'list-saved-searches': () => [{}],
  'create-saved-search': ({ indexId }) => [
    { body: { name: 'Mine', index_id: indexId, text, syntax: 'words', filters: [] } },
  ],
  'update-saved-search': ({ searchId }) => [
    { params: { search_id: searchId }, body: { name: 'Taken over', frequency: 'daily' } },
  ],
  // Answered alike whatever the token names.
  'stop-alert': () => [{ query: { token: 'org_1.usr_1.svs_1.none' } }],
  'list-lists': () => [{}],
  'create-list': () => [{ body: { name: 'Mine' } }],
  'get-list': ({ listId }) => [{ params: { list_id: listId } }],
  'export-list': ({ listId }) => [{ params: { list_id: listId }, body: {} }],
  'update-list': ({ listId }) => [{ params: { list_id: listId }, body: { name: 'Taken over' } }],
  'add-list-item': ({ listId, indexId }) => [
    { params: { list_id: listId }, body: { ...listed, title: text } },
    { params: { list_id: listId }, body: { index_id: indexId, id: '3', title: text } },
  ],
  'update-list-item': ({ listId }) => [
    { params: { list_id: listId }, body: { ...listed, note: text, tags: [], revision: 1 } },
  ],
  'rate-list-item': ({ listId, indexId }) => [
    { params: { list_id: listId }, body: { ...listed, title: text, rating: 'relevant' } },
    {
      params: { list_id: listId },
      body: { index_id: indexId, id: '4', title: text, rating: 'not' },
    },
  ],
  'remove-list-item': ({ listId }) => [{ params: { list_id: listId }, query: listed }],
  'list-projects': () => [{}],
  'create-project': () => [{ body: { name: 'Mine' } }],
  'get-project': ({ projectId }) => [{ params: { project_id: projectId } }],
  'update-project': ({ projectId }) => [
    { params: { project_id: projectId }, body: { name: 'Taken over', revision: 1 } },
  ],
  'add-project-entry': ({ projectId, indexId }) => [
    {
      params: { project_id: projectId },
      body: {
        kind: 'search',
        title: text,
        search: { index_id: indexId, text, syntax: 'words', filters: [] },
      },
    },
  ],
  'add-project-list': ({ projectId, spareListId }) => [
    { params: { project_id: projectId }, body: { list_id: spareListId } },
  ],
  'add-project-conversation': ({ projectId, spareThreadId }) => [
    { params: { project_id: projectId }, body: { thread_id: spareThreadId } },
  ],
  'open-project-conversation': ({ projectId, threadId }) => [
    { params: { project_id: projectId, thread_id: threadId }, query: {} },
  ],
  'remove-project-entry': ({ projectId, listId }) => [
    { params: { project_id: projectId }, query: { kind: 'list', ref: listId } },
  ],
  'delete-project': ({ spareProjectId }) => [{ params: { project_id: spareProjectId } }],
  'list-dataset-sources': () => [{}],
  'create-dataset-source': ({ newFile, indexId, fileKey }) => [
    { body: { filename: newFile, url: 'http://localhost:9/a.csv', rebuilds: [indexId] } },
    { body: { filename: newFile, datasets: [fileKey, fileKey] }, outcome: 'SourceRefused' },
  ],
  'update-dataset-source': ({ sourceId, indexId }) => [
    { params: { source_id: sourceId }, body: { every: 'weekly', rebuilds: [indexId] } },
  ],
  'fetch-dataset-source': ({ sourceId }) => [{ params: { source_id: sourceId } }],
  'list-webhooks': () => [{}],
  'create-webhook': () => [{ body: { url: 'http://localhost:9/hook', events: ['quota.near'] } }],
  'update-webhook': ({ webhookId }) => [
    { params: { webhook_id: webhookId }, body: { about: 'Ours' } },
  ],
  'rotate-webhook-secret': ({ webhookId }) => [{ params: { webhook_id: webhookId } }],
  'try-webhook': ({ webhookId }) => [{ params: { webhook_id: webhookId } }],
  'list-webhook-deliveries': ({ webhookId }) => [{ params: { webhook_id: webhookId } }],
  'redeliver-webhook': ({ webhookId, deliveryId }) => [
    { params: { webhook_id: webhookId, delivery_id: deliveryId } },
  ],
  'delete-dataset-source': ({ spareSourceId }) => [{ params: { source_id: spareSourceId } }],
  'delete-webhook': ({ spareWebhookId }) => [{ params: { webhook_id: spareWebhookId } }],
  'delete-saved-search': ({ spareSearchId }) => [{ params: { search_id: spareSearchId } }],
  'delete-list': ({ spareListId }) => [{ params: { list_id: spareListId } }],
  'delete-chat-thread': ({ spareThreadId }) => [{ params: { id: spareThreadId } }],
  'abort-cli-upload': ({ uploadId, uploadToken }) => [
    { params: { upload_id: uploadId }, uploadToken },
  ],
  'delete-datasets': ({ spareFileKey }) => [
    { body: { ids: [spareFileKey, `${spareFileKey}.csv`] }, outcome: 'DatasetNotFound' },
  ],
  'delete-dataset-file': ({ spareFileKey }) => [{ query: { key: spareFileKey } }],
  'delete-search-export': ({ indexId, spareExportId, apiKey }) => [
    { params: { index_id: indexId, export_id: spareExportId }, apiKey },
  ],
  'rotate-index-key': ({ orgId, indexId, keyId }) => [
    { body: { org_id: orgId, index: indexId, api_key_id: keyId } },
  ],
  'delete-index-key': ({ orgId, indexId, keyId }) => [
    { body: { org_id: orgId, index: indexId, api_key_id: keyId } },
    { body: { org_id: orgId, index: indexId, api_id: keyId }, outcome: 'KeyNotFound' },
  ],
  'delete-index': ({ spareIndexId }) => [{ params: { index_id: spareIndexId } }],
  'remove-user': ({ orgId, authUserId, memberEmail }) => [
    { body: { username: memberEmail, org_id: orgId, auth_user_id: authUserId } },
  ],
  'erase-user': ({ authUserId, email }) => [
    { body: { auth_user_id: authUserId, email }, outcome: 'LastMember' },
  ],
  // The user pool accepts an unknown token, as RFC 7009 requires.
  'sign-out': () => [{ body: { refresh_token: 'none' } }],
};
