import { createAutomation } from '@/lib/automations/contract'
import { createCalendarNote } from '@/lib/calendar-notes/contract'
import { addCorpusCaptions } from '@/lib/captions/corpus/contract'
import { startConsent } from '@/lib/connections/consent/contract'
import { database } from '@/lib/db/pool'
import { createHashtagSet } from '@/lib/hashtag-sets/contract'
import { newId } from '@/lib/ids'
import { createImport } from '@/lib/imports/contract'
import { createInboxNote } from '@/lib/inbox/notes/contract'
import { createSavedReply } from '@/lib/inbox/saved-replies/contract'
import { createAsset } from '@/lib/media/contract'
import { createMediaFolder } from '@/lib/media/folders/contract'
import { createResumableUpload } from '@/lib/media/resumable/contract'
import { createUploadSession } from '@/lib/media/sessions/contract'
import { createUploadUrl } from '@/lib/media/uploads/contract'
import { updatePillars } from '@/lib/pillars/contract'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import { createReportLink } from '@/lib/reports/contract'
import { createReviewLink } from '@/lib/review-links/contract'
import { createSavedSearch } from '@/lib/saved-searches/contract'
import { createStoryComment } from '@/lib/story-comments/contract'
import { createTemplate } from '@/lib/templates/contract'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { onePixel } from '@/tests/support/api/endpoint-inputs'
import type { Thing } from '@/tests/support/api/path-resources'
import { insertConnector } from '../connectors/connectors'
import { insertStory } from '../database/story-rows'
import { insertConversation } from '../inbox/conversations'
import { aMoment } from '../moments/moments'
import { insertOAuth } from '../oauth/rows'
import { aProject, type TestProject } from './api'
import { anIdentity, anInvitation } from './members'
import { signedIn } from './session'

const aReport = { from: '2031-05-01T00:00:00Z', to: '2031-06-01T00:00:00Z' }

export type Tenant = TestProject & { ids: Record<Thing, string> }

/** A project with one resource of each kind that endpoints name by id. Its story waits for approval. */
export async function aTenant(): Promise<Tenant> {
  const project = await aProject({ requireApproval: true })
  const { api, projectId, userId } = project
  const db = database()
  const { storyId, itemIds } = await insertStory(db, {
    projectId,
    channels: ['x'],
    caption: 'Theirs',
    dueIn: 86_400,
    status: 'pending',
  })
  await project.connect('threads')
  const [pinner] = await project.connect('pinterest')
  const connection = await db
    .selectFrom('social_connections')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const token = await db.selectFrom('api_tokens').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const { consent } = await api.post(startConsent, { channel: 'threads' })
  const { asset } = await api.post(createAsset, { data_base64: onePixel })
  const upload = await api.post(createUploadUrl, { filename: 'bread.png', content_type: 'image/png' })
  const session = await api.post(createUploadSession, {
    filename: 'bread.png',
    mime_type: 'image/png',
    total_size_bytes: 3,
  })
  const large = { filename: 'bread.mp4', mime_type: 'video/mp4', total_size_bytes: 3 } as const
  const resumable = await api.post(createResumableUpload, large)
  const { id: template } = await api.post(createTemplate, { name: 'Theirs' })
  const { pillars } = await api.patch(updatePillars, {
    id: projectId,
    pillars: [{ name: 'Theirs', content_type: 'theirs' }],
  })
  const ids = {
    story: storyId,
    item: itemIds.x ?? '',
    connection: connection.id,
    consent: consent.id,
    board: pinner?.boards?.[0]?.id ?? '',
    project: projectId,
    token: token.id,
    ...(await anEndpointWithDelivery(project)),
    asset: asset.id,
    mediaFolder: (await api.post(createMediaFolder, { name: 'Theirs' })).folder.id,
    template,
    upload: upload.asset_intent_id,
    uploadSession: session.session_id,
    resumableUpload: resumable.upload.id,
    member: userId,
    invitation: (await anInvitation(project)).id,
    session: (await signedIn(project.userId)).sessionId,
    identity: await anIdentity(userId),
    hashtagSet: (await api.post(createHashtagSet, { name: 'Theirs', tags: ['#theirs'] })).id,
    calendarNote: (await api.post(createCalendarNote, { day: '2031-05-01', text: 'Theirs' })).id,
    savedSearch: (await api.post(createSavedSearch, { id: projectId, name: 'Theirs' })).id,
    moment: await aMoment(projectId),
    pillar: pillars[0]?.id ?? '',
    caption: await aCorpusCaption(project),
    recurring: (await api.post(createRecurringTemplate, aRecurringTemplate(projectId))).id,
    automation: (await api.post(createAutomation, anAutomation(template))).id,
    connector: await insertConnector({ projectId }),
    import: (await api.post(createImport, { csv: 'text,channels\nTheirs,x\n' })).import.id,
    reportLink: (await api.post(createReportLink, aReport)).report_link.id,
    storyComment: (await api.post(createStoryComment, { id: storyId, body: 'Theirs' })).comment.id,
    reviewLink: (await api.post(createReviewLink, { story_ids: [storyId] })).review_link.id,
    ...(await insertOAuth(project)),
    ...(await someInbox(project)),
  }
  return { ...project, ids }
}

async function someInbox({ api, projectId }: TestProject) {
  const { id: conversation, messageId: inboxMessage } = await insertConversation({ projectId })
  const { note } = await api.post(createInboxNote, { id: conversation, body: 'Theirs' })
  const { saved_reply } = await api.post(createSavedReply, { name: 'Theirs', body: 'Theirs' })
  return { conversation, inboxMessage, inboxNote: note.id, savedReply: saved_reply.id }
}

export const anAutomation = (templateId: string) => ({
  name: 'Theirs',
  trigger: { kind: 'moment' as const },
  template_id: templateId,
  channels: ['x' as const],
})
async function aCorpusCaption({ api, projectId }: TestProject): Promise<string> {
  const { captions } = await api.post(addCorpusCaptions, { id: projectId, caption: 'Theirs' })
  return captions[0]?.id ?? ''
}

export const aRecurringTemplate = (projectId: string) => ({
  id: projectId,
  name: 'Theirs',
  story: { caption: 'Theirs' },
  cadence: { kind: 'daily' as const, time: '09:00' },
  timezone: 'UTC',
})

async function anEndpointWithDelivery({
  api,
  projectId,
}: TestProject): Promise<{ endpoint: string; delivery: string }> {
  const db = database()
  const { id: endpoint } = await api.post(createWebhook, { url: 'https://example.com/hook', events: ['*'] })
  const [event_id, delivery] = [newId(), newId()]
  const event = 'story.scheduled'
  await db.insertInto('events').values({ id: event_id, project_id: projectId, event, data: '{}' }).execute()
  await db.insertInto('webhook_deliveries').values({ id: delivery, endpoint_id: endpoint, event_id, event }).execute()
  return { endpoint, delivery }
}
