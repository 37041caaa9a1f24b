import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ensureProject } from '@/lib/auth/provision'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { enqueueForecastMails } from '@/lib/mail-digests/forecast'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { insertStory, type RowRequest } from '@/tests/support/database/story-rows'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import { itemsOf, waitingMails } from '../../api/mail/support'

onOwnDatabase()

beforeEach(async () => {
  await sql`delete from users`.execute(database())
})

/** Berlin is one hour ahead of UTC in November and December. */
const at = (time: string) => enqueueForecastMails(database(), () => new Date(time))

async function aPerson(timezone = 'Europe/Berlin') {
  const project = await aProject({ timezone })
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', project.userId)
    .executeTakeFirstOrThrow()
  return { ...project, email }
}

/** A post on X, where no account is connected. */
async function aPost(projectId: string, scheduledAt: string, request: Partial<RowRequest> = {}) {
  const story = await insertStory(database(), { projectId, channels: ['x'], caption: `Rye ${newId()}`, ...request })
  const set = { scheduled_at: new Date(scheduledAt) }
  await database().updateTable('stories').set(set).where('id', '=', story.storyId).execute()
  await database().updateTable('queue_items').set(set).where('story_id', '=', story.storyId).execute()
  return story
}

test('new problems are told once, in the morning of the user’s zone, also with concurrent workers', async () => {
  const { email, projectId } = await aPerson()
  const subjects = async () => (await waitingMails(email)).map(({ subject }) => subject)
  const { storyId } = await aPost(projectId, '2027-12-03T10:00:00Z', { title: 'Rye' })
  await at('2027-12-01T06:59:00Z')
  expect(await subjects()).toEqual([])
  await Promise.all([at('2027-12-01T07:00:00Z'), at('2027-12-01T07:00:00Z'), at('2027-12-01T07:00:00Z')])
  const [mail] = await waitingMails(email)
  expect(mail).toMatchObject({ kind: 'queue_forecast', preview: 'No X account is connected.' })
  expect(itemsOf(mail)).toEqual([
    {
      text: 'Rye',
      detail: 'X, Fri 3 Dec, 11:00 (Europe/Berlin): No X account is connected. Connect an account before this time.',
      path: `/${projectId}/stories/${storyId}`,
    },
  ])
  // A second problem of the same day waits for the next morning; the first one is not repeated.
  await aPost(projectId, '2027-12-04T10:00:00Z')
  await at('2027-12-01T12:00:00Z')
  expect(await subjects()).toHaveLength(1)
  await at('2027-12-02T07:00:00Z')
  await at('2027-12-03T07:00:00Z')
  expect((await subjects()).map((subject) => subject.split(' in ')[0])).toEqual([
    '1 scheduled post needs attention',
    '1 scheduled post needs attention',
  ])
})

test('a problem that comes back is told again', async () => {
  const { email, projectId } = await aPerson('UTC')
  const { storyId } = await aPost(projectId, '2027-12-09T10:00:00Z')
  await at('2027-12-01T08:00:00Z')
  const setStatus = (status: string) =>
    sql`update queue_items set status = ${status} where story_id = ${storyId}`.execute(database())
  await setStatus('draft')
  await at('2027-12-02T08:00:00Z')
  await setStatus('approved')
  await at('2027-12-03T08:00:00Z')
  expect(await waitingMails(email)).toHaveLength(2)
})

test('posts with the same problem are one item, of all projects of the user', async () => {
  const { email, projectId, userId } = await aPerson('UTC')
  const second = await ensureProject(database(), { userId, name: 'zebra', timezone: 'UTC' })
  await aPost(projectId, '2027-12-02T10:00:00Z')
  await aPost(projectId, '2027-12-03T10:00:00Z')
  await aPost(second, '2027-12-04T10:00:00Z', { title: 'Rye' })
  await at('2027-12-01T08:00:00Z')
  const [mail] = await waitingMails(email)
  expect(mail?.subject).toBe('3 scheduled posts need attention')
  const problem = 'No X account is connected. Connect an account before this time.'
  expect(itemsOf(mail)).toMatchObject([
    { text: expect.stringMatching(/: 2 posts on X$/), detail: `From Thu 2 Dec, 10:00 (UTC): ${problem}` },
    { text: 'zebra: Rye' },
  ])
})

test('only admins hear of missing approvals, from a day before', async () => {
  const { email, projectId } = await aPerson('UTC')
  const editor = await aMember(projectId, 'editor')
  await database()
    .insertInto('social_connections')
    .values({ id: newId(), project_id: projectId, channel: 'x', account_id: 'a' })
    .execute()
  await aPost(projectId, '2027-12-03T07:00:00Z', { status: 'pending' })
  await at('2027-12-01T08:00:00Z')
  expect(await waitingMails(email)).toEqual([])
  await at('2027-12-02T08:00:00Z')
  expect((await waitingMails(email)).map(({ preview }) => preview)).toEqual([
    'This post needs an approval, or it is not published at its time.',
  ])
  expect(await waitingMails(editor.email)).toEqual([])
})

test('is not sent without problems, to viewers, or to users who turned it off', async () => {
  const [quiet, off] = [await aPerson('UTC'), await aPerson('UTC')]
  const viewer = await aMember(off.projectId, 'viewer')
  await aPost(off.projectId, '2027-12-03T10:00:00Z')
  await database().insertInto('mail_opt_outs').values({ user_id: off.userId, kind: 'queue_forecast' }).execute()
  await at('2027-12-01T08:00:00Z')
  for (const { email } of [quiet, off, viewer]) expect(await waitingMails(email)).toEqual([])
})
