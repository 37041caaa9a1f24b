import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { removeMember } from '@/lib/members/contract'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'

async function anEndpoint(userId: string, projectId: string | null): Promise<string> {
  const id = newId()
  await database()
    .insertInto('webhook_endpoints')
    .values({
      id,
      user_id: userId,
      project_id: projectId,
      url: 'https://127.0.0.1:9/',
      events: ['*'],
      ...encryptSecret(id, newSecret()),
    })
    .execute()
  return id
}

async function anEvent(projectId: string): Promise<string> {
  const id = newId()
  const event = { id, project_id: projectId, event: 'story.scheduled', data: '{}' }
  await database().insertInto('events').values(event).execute()
  return id
}

const eventsSentTo = async (endpointId: string): Promise<string[]> => {
  const rows = await database()
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('endpoint_id', '=', endpointId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** All tests of the run share the fan-out. Repeats until these events are done. */
async function waitForFanOut(events: string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await fanOut(database())
        const rows = await database().selectFrom('events').select('fanned_out_at').where('id', 'in', events).execute()
        return rows.every(({ fanned_out_at }) => fanned_out_at !== null)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
}

test('a removed member’s endpoint gets no more events of the project; other endpoints and projects still do', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { userId } = await aMember(project.projectId, 'admin')
  await database()
    .insertInto('project_members')
    .values({ project_id: other.projectId, user_id: userId, role: 'viewer' })
    .execute()
  const [wide, own] = [await anEndpoint(userId, null), await anEndpoint(userId, project.projectId)]
  const events = [await anEvent(project.projectId), await anEvent(other.projectId)]
  await waitForFanOut(events)
  expect(await eventsSentTo(wide)).toEqual(events)
  expect(await eventsSentTo(own)).toEqual([events[0]])

  await (await signedIn(project.userId)).delete(removeMember, { id: project.projectId, user_id: userId })
  expect(await eventsSentTo(wide)).toEqual([events[1]])
  expect(await eventsSentTo(own)).toEqual([events[0]])

  const later = [await anEvent(project.projectId), await anEvent(other.projectId)]
  await waitForFanOut(later)
  expect(await eventsSentTo(wide)).toEqual([events[1], later[1]])
})
