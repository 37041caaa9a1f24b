import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { replyChars, savedRepliesMax } from '../limits'
import { replyVariables } from './variables'

/** A text for replies. */
export const SavedReply = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  body: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type SavedReply = z.output<typeof SavedReply>

const tag = 'Inbox'
const path = '/api/inbox/saved-replies'
const shape = {
  name: z.string().trim().min(1).max(120),
  body: z
    .string()
    .trim()
    .min(1)
    .max(replyChars)
    .meta({ description: `May contain ${replyVariables.map((name) => `\`{{${name}}}\``).join(', ')}.` }),
}

export const listSavedReplies = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List saved replies',
  description: 'Newest first.',
  scope: 'moments:read',
  query: aliased({ ...projectShape, ...pageShape('saved_replies') }, projectAlias),
  answers: { 200: z.strictObject({ saved_replies: z.array(SavedReply), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createSavedReply = contract({
  method: 'POST',
  path,
  tag,
  summary: 'Create a saved reply',
  description: `Names are unique per project. A project can have ${savedRepliesMax}.`,
  scope: 'stories:publish',
  idempotent: true,
  body: aliased({ ...projectShape, ...shape }, projectAlias),
  answers: { 201: z.strictObject({ saved_reply: SavedReply }) },
  errors: ['not_found', 'conflict'],
})

export const updateSavedReply = contract({
  method: 'PATCH',
  path: `${path}/:id`,
  tag,
  summary: 'Change a saved reply',
  scope: 'stories:publish',
  params: idParams,
  body: z.strictObject(shape).partial(),
  answers: { 200: z.strictObject({ saved_reply: SavedReply }) },
  errors: ['not_found', 'conflict'],
})

export const deleteSavedReply = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag,
  summary: 'Delete a saved reply',
  scope: 'stories:publish',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), saved_reply_id: z.uuid() }) },
  errors: ['not_found'],
})

export const fillSavedReply = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag,
  summary: 'Get a saved reply, filled in for a conversation',
  description: 'With `conversation_id`, `filled` is the body with the variables of that conversation.',
  scope: 'moments:read',
  params: idParams,
  query: z.strictObject({ conversation_id: uuid.optional() }),
  answers: { 200: z.strictObject({ saved_reply: SavedReply, filled: z.string().nullable() }) },
  errors: ['not_found'],
})
