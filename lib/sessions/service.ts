import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { sessionIdOf } from '@/lib/auth/principal'
import { endOtherSessions, endSession, listSessions } from '@/lib/auth/sessions/repository'
import { notFound } from '@/lib/errors'
import type * as contracts from './contract'
import { serializeSession } from './serializer'

export async function list(
  { db, principal }: Context,
  input: InputOf<typeof contracts.listSessions>,
): Promise<AnswerOf<typeof contracts.listSessions>> {
  const after = decodeCursor(input.cursor)
  const rows = await listSessions(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('sessions', rows, input.limit)
  return { sessions: page.map((row) => serializeSession(row, sessionIdOf(principal))), next_cursor }
}

export async function end(
  { db, principal }: Context,
  { id }: InputOf<typeof contracts.endSession>,
): Promise<AnswerOf<typeof contracts.endSession>> {
  if (!(await endSession(db, { userId: principal.userId, sessionId: id }))) throw notFound('session')
  return { ok: true }
}

export async function endAll(
  { db, principal }: Context,
  { keep_current }: InputOf<typeof contracts.endAllSessions>,
): Promise<AnswerOf<typeof contracts.endAllSessions>> {
  const kept = isYes(keep_current) ? sessionIdOf(principal) : null
  return { ended: await endOtherSessions(db, principal.userId, kept) }
}
