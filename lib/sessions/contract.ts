import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape, yesNo } from '@/lib/api/contract'

/** A signed-in browser. */
export const Session = z.strictObject({
  id: z.uuid(),
  device: z.string().meta({ description: 'Browser and operating system, such as `Chrome on macOS`.' }),
  user_agent: z.string().nullable(),
  address: z.string().nullable().meta({ description: 'IP address of the last use.' }),
  created_at: z.iso.datetime().meta({ description: 'Time of sign-in.' }),
  last_seen_at: z.iso.datetime().meta({ description: 'Exact to the minute.' }),
  expires_at: z.iso.datetime().meta({ description: '30 days after sign-in. Never extended.' }),
  is_current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
})
export type Session = z.output<typeof Session>

export const listSessions = contract({
  method: 'GET',
  path: '/api/v1/account/sessions',
  tag: 'Accounts',
  summary: 'List where you are signed in',
  scope: 'session',
  query: z.strictObject(pageShape('sessions')),
  answers: { 200: z.strictObject({ sessions: z.array(Session), next_cursor: nextCursor }) },
})

export const endSession = contract({
  method: 'DELETE',
  path: '/api/v1/account/sessions/:id',
  tag: 'Accounts',
  summary: 'Sign out one session',
  description: 'Takes effect with its next request. Ending the current session signs the caller out.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})

export const endAllSessions = contract({
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  tag: 'Accounts',
  summary: 'Sign out everywhere',
  description: 'Access tokens keep working; revoke them one by one.',
  scope: 'session',
  query: z.strictObject({
    keep_current: yesNo.optional().meta({ description: '`true` keeps the session of this request.' }),
  }),
  answers: { 200: z.strictObject({ ended: z.int().meta({ description: 'Number of sessions ended.' }) }) },
})
