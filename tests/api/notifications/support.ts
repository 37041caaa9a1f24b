import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { database, transaction } from '@/lib/db/pool'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { fanOut } from '@/lib/webhooks/fan-out'
import { aProject, type TestProject } from '@/tests/support/api'
import { type SessionApi, signedIn } from '@/tests/support/session'

/** Somebody else who belongs to the project, signed in. */
export async function aMember(
  { projectId }: TestProject,
  role: Role,
): Promise<{ userId: string; session: SessionApi }> {
  const { userId } = await aProject()
  await database().insertInto('project_members').values({ project_id: projectId, user_id: userId, role }).execute()
  return { userId, session: await signedIn(userId) }
}

/** Gives all events of a project their numbers. Another file's fan-out may be at it just now. */
export async function number(projectId: string): Promise<void> {
  const isDone = async () => {
    await fanOut(database())
    const { rows } = await sql`
      select from events where project_id = ${projectId} and fanned_out_at is null limit 1`.execute(database())
    return rows.length === 0
  }
  await expect.poll(isDone, { timeout: 20_000, interval: 20 }).toBe(true)
}

export async function happen(projectId: string, ...events: Omit<NewEvent, 'projectId'>[]): Promise<void> {
  for (const event of events) await transaction(database(), (tx) => appendEvents(tx, [{ projectId, ...event }]))
  await number(projectId)
}

/** What the publisher says of a channel that failed. */
export const failed = (facts: object = {}): Omit<NewEvent, 'projectId'> => ({
  event: 'story.failed',
  data: {
    story: { id: newId(), title: 'Morning bread', caption: 'Fresh bread' },
    queue_item: { id: newId() },
    channel: 'threads',
    skip_reason: 'Threads refused this post.',
    category: 'content',
    code: 'text_too_long',
    ...facts,
  },
})
