import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Database } from '@/lib/db/pool'
import { AppError, invalid, notFound } from '@/lib/errors'
import { type listEvents as contract, retentionDays } from './contract'
import { findSequence, listEventsOf, sequenceBounds } from './repository'
import { serializeEvent } from './serializer'

/** Sequences are assigned after the commit under a lock of the project, so a gap is never filled later. */
export async function list(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'webhooks:read')
  // The cursor is further than `after`, which clients repeat on every page.
  const start = decodeCursor(input.cursor) ?? input.after
  const after = start === undefined ? undefined : await sequenceAt(db, projectId, start, now)
  const rows = await listEventsOf(db, projectId, { after, names: input.event, limit: input.limit + 1 })
  const { page, next_cursor } = cutPage('events', rows, input.limit)
  return { events: page.map(serializeEvent), next_cursor }
}

/** @param start a sequence in digits, or the id of an event */
async function sequenceAt(db: Database, projectId: string, start: string, now: Date): Promise<number> {
  if (!/^\d+$/.test(start)) return sequenceOfEvent(db, projectId, start, now)
  const sequence = Number(start)
  const { oldest, last } = await sequenceBounds(db, projectId)
  if (sequence > last) {
    const message = `The last event of this project has the sequence ${last}. Use ${last} or less.`
    throw invalid('after', message, 'not_yet_given')
  }
  if (sequence + 1 < oldest) throw deleted(`The events from ${sequence + 1} to ${oldest - 1} are deleted`)
  return sequence
}

async function sequenceOfEvent(db: Database, projectId: string, id: string, now: Date): Promise<number> {
  const row = await findSequence(db, projectId, id)
  if (!row && isExpired(id, now)) throw deleted('This event is deleted')
  if (!row) throw notFound('event')
  if (row.sequence !== null) return row.sequence
  const message = 'This event has no sequence: it is a test ping, or is not fanned out yet. Use another event.'
  throw invalid('after', message, 'without_sequence')
}

const deleted = (what: string): AppError =>
  new AppError(
    'gone',
    `${what}. Events are deleted after ${retentionDays} days. Omit after to start with the oldest event, and read missed changes from the resources.`,
  )

/** The first 48 bits of a version 7 UUID are its time (RFC 9562, section 5.7). */
function isExpired(id: string, now: Date): boolean {
  const createdMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return id[14] === '7' && createdMs < now.getTime() - retentionDays * 86_400_000
}
