import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { removeMember } from '@/lib/members/contract'
import { fanOut } from '@/lib/webhooks/fan-out'
import { newSecret, sealSecret } from '@/lib/webhooks/secret'
import { aProject } from '@/tests/support/api'
import { aMember } from '@/tests/support/people'
import { signedIn } from '@/tests/support/session'

/** An endpoint for all projects of a person hears nothing more of one that they left: not even what was waiting. */

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
      ...sealSecret(id, newSecret()),
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

const heardBy = async (endpointId: string): Promise<string[]> => {
  const rows = await database()
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('endpoint_id', '=', endpointId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** The fan-out is one for all tests of the run: it is asked until it has dealt with these. */
async function fannedOut(events: string[]): Promise<void> {
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

test('what waits for a person who is taken out is not sent; what their other projects have to say, and what the project’s own endpoints wait for, is', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { userId } = await aMember(project.projectId, 'admin')
  await database()
    .insertInto('project_members')
    .values({ project_id: other.projectId, user_id: userId, role: 'viewer' })
    .execute()
  const [wide, own] = [await anEndpoint(userId, null), await anEndpoint(userId, project.projectId)]
  const events = [await anEvent(project.projectId), await anEvent(other.projectId)]
  await fannedOut(events)
  expect(await heardBy(wide)).toEqual(events)
  expect(await heardBy(own)).toEqual([events[0]])

  await (await signedIn(project.userId)).delete(removeMember, { id: project.projectId, user_id: userId })
  expect(await heardBy(wide)).toEqual([events[1]])
  expect(await heardBy(own)).toEqual([events[0]])

  const later = [await anEvent(project.projectId), await anEvent(other.projectId)]
  await fannedOut(later)
  expect(await heardBy(wide)).toEqual([events[1], later[1]])
})
