import { z } from 'zod'
import type { Contract } from '@/lib/api/contract'

/** Kinds of resources that paths name. */
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
  | 'mediaFolder'
  | 'template'
  | 'upload'
  | 'uploadSession'
  | 'resumableUpload'
  | 'member'
  | 'invitation'
  | 'session'
  | 'identity'
  | 'savedSearch'
  | 'hashtagSet'
  | 'calendarNote'
  | 'moment'
  | 'recurring'
  | 'automation'
  | 'connector'
  | 'pillar'
  | 'caption'
  | 'oauthApp'
  | 'oauthGrant'
  | 'conversation'
  | 'inboxMessage'
  | 'inboxNote'
  | 'savedReply'
  | 'import'
  | 'reportLink'
  | 'storyComment'
  | 'reviewLink'

/** The kind of the resource whose id follows a path. */
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
  '/api/v1/hashtag-sets': 'hashtagSet',
  '/api/v1/calendar-notes': 'calendarNote',
  '/api/v1/webhooks': 'endpoint',
  '/api/v1/media': 'asset',
  '/api/v1/media/folders': 'mediaFolder',
  '/api/v1/templates': 'template',
  '/api/v1/media/upload-url': 'upload',
  '/api/v1/media/upload-sessions': 'uploadSession',
  '/api/v1/media/resumable-uploads': 'resumableUpload',
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
  '/api/inbox/messages': 'inboxMessage',
  '/api/inbox/notes': 'inboxNote',
  '/api/inbox/saved-replies': 'savedReply',
  '/api/v1/imports': 'import',
  '/api/v1/analytics/report-links': 'reportLink',
  '/api/v1/story-comments': 'storyComment',
  '/api/v1/review-links': 'reviewLink',
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
