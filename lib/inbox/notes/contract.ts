import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { noteChars } from '../limits'
import { InboxNote } from '../resource-contract'

const tag = 'Inbox'

export const createInboxNote = contract({
  method: 'POST',
  path: '/api/inbox/conversations/:id/notes',
  tag,
  summary: 'Add a note to a conversation',
  description: 'For members of the project. Never sent.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ body: z.string().trim().min(1).max(noteChars) }),
  answers: { 201: z.strictObject({ note: InboxNote }) },
  errors: ['not_found'],
})

export const deleteInboxNote = contract({
  method: 'DELETE',
  path: '/api/inbox/notes/:id',
  tag,
  summary: 'Delete a note',
  scope: 'stories:publish',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), note_id: z.uuid() }) },
  errors: ['not_found'],
})
