import { z } from 'zod'
import type { Contract } from '@/lib/api/contract'
import type { NamedContract } from '@/lib/openapi/contracts'

const soon = new Date(Date.now() + 3_600_000).toISOString()
export const unknownId = '018f0000-0000-7000-8000-000000000000'

/** A PNG. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Valid input of each endpoint, without ids. An endpoint that is missing here fails a test. */
export const inputs: Record<string, object> = {
  getHealth: {},
  getReadiness: {},
  listProjects: {},
  createProject: { name: 'Bakery' },
  getProject: {},
  getChecklist: {},
  getAiSettings: {},
  checkAi: {},
  updateProject: { name: 'Bakery' },
  deleteProject: {},
  listMembers: {},
  changeMember: { role: 'viewer' },
  removeMember: {},
  transferOwnership: { user_id: unknownId },
  listInvitations: {},
  invite: { email: 'ann@example.com', role: 'editor' },
  resendInvitation: {},
  revokeInvitation: {},
  acceptInvitation: { token: 'no-such-link' },
  getAccount: {},
  updateAccount: {},
  listIdentities: {},
  deleteIdentity: {},
  getDeletion: {},
  deleteAccount: { email: 'ann@example.com' },
  putPhoto: {},
  deletePhoto: {},
  getTwoFactor: {},
  startTwoFactor: {},
  confirmTwoFactor: { code: '000000' },
  renewRecoveryCodes: { code: '000000' },
  disableTwoFactor: { code: '000000' },
  changePassword: { current_password: 'not the password', new_password: 'another long password' },
  listSessions: {},
  endSession: {},
  endAllSessions: { keep_current: true },
  getPause: {},
  pauseProject: {},
  planResume: {},
  resumeProject: {},
  listConnections: {},
  createConnection: {
    channel: 'threads',
    account_id: 'a-1',
    account_name: 'A baker',
    credentials: { access_token: 'a-token-for-nothing' },
  },
  deleteConnection: {},
  startConsent: { channel: 'threads' },
  getConsent: {},
  chooseAccount: { account_id: 'a-1' },
  getConnectionHealth: {},
  listLastPosts: {},
  listPinterestBoards: {},
  createPinterestBoard: { name: 'Bread' },
  setDefaultPinterestBoard: { default_board_id: null },
  listPinterestSections: {},
  listStories: {},
  createStory: { caption: 'Fresh bread', channels: ['x'] },
  bulkCreateStories: { stories: [{ caption: 'Fresh bread', channels: ['x'] }] },
  previewUnsaved: { caption: 'Fresh bread', channels: ['x'] },
  listUsualTimes: {},
  listDivergent: {},
  reconcileStories: {},
  getStory: {},
  editStory: { caption: 'Stale bread' },
  deleteStory: {},
  previewStory: {},
  scheduleStory: { scheduled_at: soon, connection_check: 'skip' },
  publishStory: { connection_check: 'skip' },
  cancelStory: {},
  archiveStory: {},
  duplicateStory: {},
  retryStory: {},
  resyncStory: {},
  storyTimeline: {},
  listQueue: {},
  getLateness: {},
  listCalendar: { from: soon, to: new Date(Date.now() + 7_200_000).toISOString() },
  listAssets: {},
  createAsset: { data_base64: onePixel },
  listAssetTags: {},
  getStorageUse: {},
  getAsset: {},
  listAssetStories: {},
  editAsset: { name: 'Bread' },
  deleteAsset: {},
  createUploadUrl: { filename: 'bread.png', content_type: 'image/png' },
  getUploadIntent: {},
  abortUpload: {},
  receiveUpload: {},
  getPublicUpload: {},
  createUploadSession: { filename: 'bread.png', mime_type: 'image/png', total_size_bytes: 3 },
  getUploadSession: {},
  abortUploadSession: {},
  addUploadChunk: { chunk_index: 0, data_base64: 'AAAA' },
  finalizeUploadSession: {},
  listTemplates: {},
  createTemplate: { name: 'Weekly bread' },
  getTemplate: {},
  updateTemplate: { caption: 'Fresh bread' },
  deleteTemplate: {},
  getAnalytics: {},
  getAnalyticsSeries: {},
  listBestStories: {},
  getSlideInsights: {},
  listSavedSearches: {},
  createSavedSearch: { name: 'Winners', filter: { min_saves: 10 } },
  getSavedSearch: {},
  updateSavedSearch: { name: 'Winners' },
  deleteSavedSearch: {},
  runInsights: {},
  listRecommendations: {},
  listPostingTimes: {},
  getStoryAttribution: { story_id: unknownId },
  bulkReschedule: { story_ids: [unknownId], shift_days: 1 },
  approveQueueItem: {},
  rejectQueueItem: { reason: 'No' },
  markPin: { state: 'done' },
  listPillars: {},
  replacePillars: { pillars: [{ name: 'Recipes', content_type: 'recipes' }] },
  updatePillars: { pillars: [{ name: 'Recipes', content_type: 'recipes' }] },
  deletePillar: {},
  getPillarPerformance: {},
  resolveTracking: { channel: 'x' },
  getVoiceRules: {},
  putVoiceRules: { forbidden_words: ['cheap'] },
  deleteVoiceRules: {},
  listScheduledViolations: {},
  lintVoice: { caption: 'Fresh bread' },
  listRecurringTemplates: {},
  createRecurringTemplate: {
    name: 'Daily bread',
    story: { caption: 'Fresh bread', channels: ['x'] },
    cadence: { kind: 'daily', time: '09:00' },
    timezone: 'Europe/Berlin',
  },
  getRecurringTemplate: {},
  editRecurringTemplate: { name: 'Daily bread' },
  deleteRecurringTemplate: {},
  previewRecurringTemplate: { cadence: { kind: 'daily', time: '09:00' }, timezone: 'Europe/Berlin' },
  listRecurringSlots: { from: soon, to: new Date(Date.now() + 7_200_000).toISOString() },
  listAutomations: {},
  createAutomation: {
    name: 'Weekly bread',
    trigger: { kind: 'schedule', cadence: { kind: 'daily', time: '09:00' }, timezone: 'Europe/Berlin' },
    template_id: unknownId,
    channels: ['x'],
  },
  getAutomation: {},
  editAutomation: { name: 'Weekly bread' },
  deleteAutomation: {},
  listAutomationRuns: {},
  runAutomation: { preview: true },
  previewAutomation: { trigger: { kind: 'moment' }, template_id: unknownId, channels: ['x'] },
  listConnectors: {},
  testConnector: { url: 'https://nowhere.invalid/feed.xml' },
  getConnector: {},
  editConnector: { name: 'Blog' },
  deleteConnector: {},
  checkConnector: {},
  listConnectorItems: {},
  listCorpusCaptions: {},
  addCorpusCaptions: { caption: 'Fresh bread' },
  updateCorpusCaption: { approved: false },
  deleteCorpusCaption: {},
  searchCorpusCaptions: { q: 'bread' },
  changeCorpusCaptions: { action: 'approve', ids: [unknownId] },
  seedCorpus: {},
  writeCaption: { topic: 'Fresh bread' },
  suggestCaptions: { brief: 'Fresh bread' },
  rewriteCaption: { caption: 'Fresh bread', action: 'rewrite' },
  adaptCaption: { caption: 'Fresh bread', channels: ['x'] },
  suggestHashtags: { caption: 'Fresh bread' },
  describeImage: { media_url: 'https://example.com/bread.png' },
  listWebhooks: {},
  createWebhook: { url: 'https://example.com/hook', events: ['*'] },
  getWebhook: {},
  updateWebhook: { description: 'The shop' },
  deleteWebhook: {},
  testWebhook: {},
  reactivateWebhook: {},
  listWebhookDeliveries: {},
  getWebhookDelivery: {},
  replayWebhookDelivery: {},
  replayWebhookDeliveries: { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
  listWebhookAlerts: {},
  readWebhookAlerts: {},
  listEvents: {},
  listMoments: {},
  updateMoment: { status: 'dismissed' },
  listNotifications: { project_id: unknownId },
  readNotifications: { project_id: unknownId, notification_ids: [unknownId] },
  getNotificationSettings: { project_id: unknownId },
  updateNotificationSettings: { project_id: unknownId, muted_kinds: [] },
  listTokens: {},
  createToken: { name: 'CI', scopes: ['queue:read'] },
  revokeToken: {},
  listOAuthApps: {},
  createOAuthApp: { name: 'Bread planner', redirect_uris: ['https://bread.example/back'], type: 'public' },
  getOAuthApp: {},
  updateOAuthApp: { name: 'Bread planner' },
  deleteOAuthApp: {},
  rotateOAuthAppSecret: {},
  authorizeApp: { request: 'client_id=unknown', decision: 'deny' },
  listOAuthGrants: {},
  revokeOAuthGrant: {},
  createAccount: { email: 'ann@example.com', name: 'Ann', password: 'a long password' },
  changeEmail: { email: 'ann@example.com', password: 'a long password' },
  cancelEmailChange: {},
  sendEmailConfirmation: {},
  confirmEmail: { token: 'no-such-link' },
  getEmailSettings: {},
  updateEmailSettings: { muted_kinds: [] },
  requestPasswordReset: { email: 'ann@example.com' },
  resetPassword: { token: 'no-such-link', password: 'a long password' },
  listConversations: {},
  getInboxCounts: {},
  getConversation: {},
  updateConversation: { read: true },
  replyToConversation: { body: 'Thank you' },
  verifyInstagramInbox: { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'wrong' },
  verifyFacebookInbox: { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'wrong' },
  receiveInstagramInbox: {},
  receiveFacebookInbox: {},
  getOpenApi: {},
}

/** Kind of resource by the path before its id. */
export type Thing =
  | 'story'
  | 'item'
  | 'connection'
  | 'consent'
  | 'board'
  | 'project'
  | 'token'
  | 'endpoint'
  | 'delivery'
  | 'asset'
  | 'template'
  | 'upload'
  | 'uploadSession'
  | 'member'
  | 'invitation'
  | 'session'
  | 'identity'
  | 'savedSearch'
  | 'moment'
  | 'recurring'
  | 'automation'
  | 'connector'
  | 'pillar'
  | 'caption'
  | 'oauthApp'
  | 'oauthGrant'
  | 'conversation'
export const thingAt: Record<string, Thing> = {
  '/api/v1/stories': 'story',
  '/api/stories': 'story',
  '/api/v1/queue': 'item',
  '/api/v1/social-connections': 'connection',
  '/api/v1/social-connections/consents': 'consent',
  '/api/social-connections/pinterest/boards': 'board',
  '/api/v1/projects': 'project',
  '/api/projects': 'project',
  '/api/v1/tokens': 'token',
  '/api/saved-searches': 'savedSearch',
  '/api/v1/webhooks': 'endpoint',
  '/api/v1/media': 'asset',
  '/api/v1/templates': 'template',
  '/api/v1/media/upload-url': 'upload',
  '/api/v1/media/upload-sessions': 'uploadSession',
  '/api/v1/webhooks/:id/deliveries': 'delivery',
  '/api/v1/projects/:id/members': 'member',
  '/api/v1/invitations': 'invitation',
  '/api/v1/account/sessions': 'session',
  '/api/v1/account/identities': 'identity',
  '/api/v1/moments': 'moment',
  '/api/recurring-templates': 'recurring',
  '/api/v1/automations': 'automation',
  '/api/v1/connectors': 'connector',
  '/api/pillars': 'pillar',
  '/api/caption-corpus': 'caption',
  '/api/v1/oauth-apps': 'oauthApp',
  '/api/v1/oauth-grants': 'oauthGrant',
  '/api/inbox/conversations': 'conversation',
}
/** Parameters of a path with their kind of resource. */
export const thingsIn = ({ path }: Contract): [name: string, thing: Thing | undefined][] =>
  [...path.matchAll(/\/:(\w+)/g)].map(({ index, 1: name = '' }) => [name, thingAt[path.slice(0, index)]])

/** Whether the query or body may have this member. */
export const names = ({ query, body }: Contract, member: string): boolean =>
  [query, body].some(
    (schema) =>
      schema && JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes(`"${member}"`),
  )
export const takesProject = (contract: Contract): boolean => names(contract, 'project_id')

const idsIn = (contract: Contract): object => Object.fromEntries(thingsIn(contract).map(([name]) => [name, unknownId]))
export const inputOf = ({ name, contract }: NamedContract, ids: object = {}): Record<string, unknown> => ({
  ...inputs[name],
  ...idsIn(contract),
  ...ids,
})
