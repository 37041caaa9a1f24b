import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Database } from '@/lib/db/pool'
import { AppError, invalid, notFound } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { type listEvents as contract, keptDays } from './contract'
import { findSequence, listEventsOf, sequenceBounds } from './repository'
import { serializeEvent } from './serializer'

/** Numbers are given under the project's lock after the commit, so a page has no hole that is filled later. */
export async function list(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'webhooks:read')
  // A client that goes from page to page sends its `after` along, and the cursor is further on.
  const place = decodeCursor(input.cursor) ?? input.after
  const after = place === undefined ? undefined : await sequenceAt(db, projectId, place, now)
  const rows = await listEventsOf(db, projectId, { after, names: input.event, limit: input.limit + 1 })
  const { page, next_cursor } = cutPage('events', rows, input.limit)
  return { events: page.map(serializeEvent), next_cursor }
}

/** @param place a sequence number in digits, or the id of an event */
async function sequenceAt(db: Database, projectId: string, place: string, now: Date): Promise<number> {
  if (!/^\d+$/.test(place)) return sequenceOfEvent(db, projectId, place, now)
  const sequence = Number(place)
  const { oldest, last } = await sequenceBounds(db, projectId)
  if (sequence > last) {
    const message = `The last event of this project has number ${last}, so nothing can come after ${sequence} yet.`
    throw invalid('after', message, 'not_yet_given')
  }
  if (sequence + 1 < oldest) throw noLongerKept(`The events from ${sequence + 1} to ${oldest - 1} are no longer kept`)
  return sequence
}

async function sequenceOfEvent(db: Database, projectId: string, id: string, now: Date): Promise<number> {
  const row = await findSequence(db, projectId, id)
  if (!row && isOlderThanKept(id, now)) throw noLongerKept('This event is no longer kept')
  if (!row) throw notFound('event')
  if (row.sequence !== null) return row.sequence
  const message = 'This event has no place in the order: it is a test ping, or was not sent out yet. Name another one.'
  throw invalid('after', message, 'without_sequence')
}

const noLongerKept = (what: string): AppError =>
  new AppError(
    'gone',
    `${what}: they are deleted after ${keptDays} days. Leave after out to begin with the oldest, and read from the resources what you have missed.`,
  )

/** The first 48 bits of a version 7 UUID are its time (RFC 9562, section 5.7). */
function isOlderThanKept(id: string, now: Date): boolean {
  const madeMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return id[14] === '7' && madeMs < now.getTime() - keptDays * 86_400_000
}
