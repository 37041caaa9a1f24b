import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ensureProject } from '@/lib/auth/provision'
import { database } from '@/lib/db/pool'
import { enqueueWeeklySummaries } from '@/lib/mail-digests/weekly'
import { aProject } from '@/tests/support/api/api'
import { insertPublishedStory, insertStory } from '@/tests/support/database/story-rows'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import { itemsOf, waitingMails } from '../../api/mail/support'

onOwnDatabase()

beforeEach(async () => {
  await sql`delete from users`.execute(database())
})

/** 7 June 2027 is a Monday; Berlin is two hours ahead of UTC then, New York four behind. */
const at = (time: string) => enqueueWeeklySummaries(database(), () => new Date(time))

async function aPublishedPost(projectId: string, publishedAt: string, numbers: { impressions: number; likes: number }) {
  const story = { projectId, caption: `Post of ${publishedAt}` }
  const metrics = { x: { published_at: new Date(publishedAt), ...numbers } }
  return (await insertPublishedStory(database(), story, metrics)).storyId
}

async function aPerson(timezone: string, { isBusy = true } = {}) {
  const project = await aProject({ timezone })
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', project.userId)
    .executeTakeFirstOrThrow()
  const storyId = isBusy
    ? await aPublishedPost(project.projectId, '2027-06-03T10:00:00Z', { impressions: 1_200, likes: 30 })
    : ''
  return { ...project, email, storyId }
}

test('is sent once on Monday at 8:00 in the user’s zone, also with concurrent workers', async () => {
  const [berlin, newYork] = [await aPerson('Europe/Berlin'), await aPerson('America/New_York')]
  const counts = async () => [(await waitingMails(berlin.email)).length, (await waitingMails(newYork.email)).length]
  await at('2027-06-07T05:59:00Z')
  expect(await counts()).toEqual([0, 0])
  await Promise.all([at('2027-06-07T06:00:00Z'), at('2027-06-07T06:00:00Z'), at('2027-06-07T06:00:00Z')])
  expect(await counts()).toEqual([1, 0])
  await at('2027-06-07T12:00:00Z')
  await at('2027-06-07T13:00:00Z')
  await at('2027-06-08T06:00:00Z')
  expect(await counts()).toEqual([1, 1])
})

test('compares the last seven days of all the user’s projects that have news with the week before', async () => {
  const { email, projectId, storyId, userId } = await aPerson('Europe/Berlin')
  await aPublishedPost(projectId, '2027-05-26T10:00:00Z', { impressions: 600, likes: 10 })
  // Sunday 23:30 in Berlin is in the week, Monday 00:30 is not.
  await aPublishedPost(projectId, '2027-06-06T21:30:00Z', { impressions: 300, likes: 5 })
  await aPublishedPost(projectId, '2027-06-06T22:30:00Z', { impressions: 9_000, likes: 900 })
  const second = await ensureProject(database(), { userId, name: 'Second', timezone: 'Europe/Berlin' })
  const { itemIds } = await insertStory(database(), {
    projectId: second,
    channels: ['x'],
    caption: 'No',
    status: 'failed',
  })
  await sql`update queue_items set failed_at = '2027-06-02T10:00:00Z' where id = ${itemIds.x}`.execute(database())
  await ensureProject(database(), { userId, name: 'Quiet', timezone: 'Europe/Berlin' })
  await at('2027-06-07T06:00:00Z')
  const [mail] = await waitingMails(email)
  expect(mail).toMatchObject({ kind: 'weekly_summary', subject: 'Your week: 2 posts published' })
  expect(mail?.blocks).toContainEqual({
    type: 'paragraph',
    text: '31 May 2027 – 6 Jun 2027, compared with the week before.',
  })
  expect(itemsOf(mail)).toEqual([
    { text: 'Posts published: 2 (+100%)' },
    { text: 'Impressions: 1,500 (+150%)' },
    { text: 'Engagement: 35 (+250%)' },
    {
      text: 'Best post: Post of 2027-06-03T10:00:00Z',
      detail: 'Engagement: 30',
      path: `/${projectId}/stories/${storyId}`,
    },
    { text: 'Posts published: 0' },
    { text: '1 post failed', path: `/${second}/queue?status=failed` },
  ])
})

test('is not sent without news, or to users who turned it off', async () => {
  const [quiet, off] = [await aPerson('UTC', { isBusy: false }), await aPerson('UTC')]
  await database().insertInto('mail_opt_outs').values({ user_id: off.userId, kind: 'weekly_summary' }).execute()
  await at('2027-06-07T08:00:00Z')
  expect([...(await waitingMails(quiet.email)), ...(await waitingMails(off.email))]).toEqual([])
})
