import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { database, transaction } from '@/lib/db/pool'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { type SessionApi, signedIn } from '@/tests/support/api/session'

/** Another member of the project, signed in. */
export async function aMember(
  { projectId }: TestProject,
  role: Role,
): Promise<{ userId: string; session: SessionApi }> {
  const { userId } = await aProject()
  await database().insertInto('project_members').values({ project_id: projectId, user_id: userId, role }).execute()
  return { userId, session: await signedIn(userId) }
}

/** Numbers all events of a project. The fan-out of another test may run at the same time. */
export async function numberEvents(projectId: string): Promise<void> {
  const isDone = async () => {
    await fanOut(database())
    const { rows } = await sql`
      select from events where project_id = ${projectId} and fanned_out_at is null limit 1`.execute(database())
    return rows.length === 0
  }
  await expect.poll(isDone, { timeout: 20_000, interval: 20 }).toBe(true)
}

export async function addEvents(projectId: string, ...events: Omit<NewEvent, 'projectId'>[]): Promise<void> {
  for (const event of events) await transaction(database(), (tx) => appendEvents(tx, [{ projectId, ...event }]))
  await numberEvents(projectId)
}

/** The publisher's event for a failed channel. */
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
