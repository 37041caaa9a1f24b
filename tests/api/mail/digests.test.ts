import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { updateEmailSettings } from '@/lib/mail/settings-contract'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { updateNotificationSettings } from '@/lib/notifications/contract'
import { approveQueueItem } from '@/lib/queue/contract'
import { createStory, editStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { insertStory } from '@/tests/support/database/story-rows'
import { addEvents, failed } from '../notifications/support'
import { itemsOf, letMailTimePass, waitingMails } from './support'

const digest = () => enqueueDigests(database())

type Failure = { title: string; channel?: ChannelId; skip_reason?: string }

/** Failed posts with their events. */
async function fail(projectId: string, ...failures: Failure[]) {
  const made = []
  for (const { title, channel = 'threads', ...facts } of failures) {
    const status = { status: 'failed', storyStatus: 'failed' } as const
    const { storyId, itemIds } = await insertStory(database(), {
      projectId,
      channels: [channel],
      caption: title,
      ...status,
    })
    const itemId = itemIds[channel] ?? ''
    const story = { id: storyId, title, caption: title }
    made.push({ storyId, itemId, event: failed({ story, queue_item: { id: itemId }, ...facts, channel }) })
  }
  await addEvents(projectId, ...made.map(({ event }) => event))
  return made
}

const emailOf = async (userId: string): Promise<string> =>
  (await database().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

/** Collects notices, skips the waiting time and writes the mails. */
async function collectAndWrite({ projectId }: TestProject): Promise<void> {
  await digest()
  await letMailTimePass(projectId, 61)
  await digest()
}

describe('failed posts', () => {
  test('of one moment are grouped by cause in one mail, with one link each', async () => {
    const project = await aProject()
    const loaves = Array.from({ length: 50 }, (_, i) => ({ title: `Loaf ${i}` }))
    const revoked = { title: 'Morning bread', channel: 'x', skip_reason: 'oauth_revoked: 401' } as const
    const [first] = await fail(project.projectId, revoked, ...loaves)
    await digest()
    const to = await emailOf(project.userId)
    expect(await waitingMails(to)).toEqual([])
    await collectAndWrite(project)
    const mails = await waitingMails(to)
    expect(mails.map(({ kind }) => kind)).toEqual(['post_failed'])
    expect(mails[0]?.subject).toMatch(/^51 posts failed in /)
    expect(itemsOf(mails[0])).toEqual([
      {
        text: '"Morning bread" on X',
        detail: 'X revoked access. Reconnect the account, then retry.',
        path: `/${project.projectId}/stories/${first?.storyId}`,
      },
      {
        text: '50 posts on Threads',
        detail: 'Threads refused this post.',
        path: `/${project.projectId}/queue?status=failed&channel=threads`,
      },
    ])
  })

  test('are mailed again after 15 minutes at the earliest, with new failures only', async () => {
    const project = await aProject()
    await fail(project.projectId, { title: 'First' })
    await collectAndWrite(project)
    await fail(project.projectId, { title: 'Second' })
    await collectAndWrite(project)
    const to = await emailOf(project.userId)
    expect(await waitingMails(to)).toHaveLength(1)
    await letMailTimePass(project.projectId, 15 * 60)
    await digest()
    const mails = await waitingMails(to)
    expect(mails.map((mail) => itemsOf(mail).map(({ text }) => text))).toEqual([
      ['"First" on Threads'],
      ['"Second" on Threads'],
    ])
  })

  test('that were retried meanwhile are left out', async () => {
    const project = await aProject()
    const [retried] = await fail(project.projectId, { title: 'Retried' })
    await digest()
    await sql`update queue_items set status = 'approved' where id = ${retried?.itemId}`.execute(database())
    await collectAndWrite(project)
    expect(await waitingMails(await emailOf(project.userId))).toEqual([])
  })

  test('are mailed once by concurrent workers', async () => {
    const project = await aProject()
    await fail(project.projectId, { title: 'Once' })
    await Promise.all([digest(), digest(), digest()])
    await letMailTimePass(project.projectId, 61)
    await Promise.all([digest(), digest(), digest()])
    // Skips the pause between mails, so it is not the reason for a missing mail.
    await letMailTimePass(project.projectId, 3_600)
    await digest()
    expect(await waitingMails(await emailOf(project.userId))).toHaveLength(1)
  })

  test('go to editors and above, except former members and those who turned this mail off', async () => {
    const project = await aProject()
    const { projectId } = project
    const [editor, viewer, left, muted, off] = [
      await aMember(projectId, 'editor'),
      await aMember(projectId, 'viewer'),
      await aMember(projectId, 'admin'),
      await aMember(projectId, 'admin'),
      await aMember(projectId, 'admin'),
    ]
    await (await signedIn(muted.userId)).patch(updateNotificationSettings, {
      project_id: projectId,
      muted_kinds: ['post_failed'],
    })
    await fail(projectId, { title: 'Told' })
    await digest()
    await (await signedIn(off.userId)).patch(updateEmailSettings, { muted_kinds: ['post_failed'] })
    await database().deleteFrom('project_members').where('user_id', '=', left.userId).execute()
    await collectAndWrite(project)
    const counts = await Promise.all(
      [editor, viewer, left, muted, off].map(async ({ email }) => (await waitingMails(email)).length),
    )
    expect(counts).toEqual([1, 0, 0, 0, 0])
  })
})

test('a broken connection is named once with its latest state, and mailed to admins and above', async () => {
  const project = await aProject()
  const [editor, admin] = [await aMember(project.projectId, 'editor'), await aMember(project.projectId, 'admin')]
  await project.connect('linkedin')
  const connection = await database()
    .selectFrom('social_connections')
    .select(['id', 'account_name'])
    .where('project_id', '=', project.projectId)
    .executeTakeFirstOrThrow()
  const about = { ...connection, channel: 'linkedin', renews_itself: false, expires_at: '2030-01-02T00:00:00.000Z' }
  await addEvents(
    project.projectId,
    { event: 'connection.expiring_soon', data: { connection: about } },
    { event: 'connection.broken', data: { connection: about, reason: 'LinkedIn withdrew access.' } },
  )
  await collectAndWrite(project)
  expect(await waitingMails(editor.email)).toEqual([])
  const [mail] = await waitingMails(admin.email)
  expect(mail?.subject).toBe(`Reconnect ${connection.account_name} on LinkedIn`)
  expect(itemsOf(mail)).toEqual([
    {
      text: `${connection.account_name} on LinkedIn`,
      detail: 'LinkedIn withdrew access.',
      path: `/${project.projectId}/connections#linkedin`,
    },
  ])
})

describe('approval requests', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  async function asking() {
    const project = await aProject({ requireApproval: true, timezone: 'Europe/Berlin' })
    await project.connect('x', 'threads')
    const [editor, viewer] = [await aMember(project.projectId, 'editor'), await aMember(project.projectId, 'viewer')]
    const { story } = await (await signedIn(editor.userId)).post(createStory, {
      project_id: project.projectId,
      caption: 'Fresh rolls',
      channels: ['x', 'threads'],
      scheduled_at: inDays(2),
    } as never)
    const items = await database().selectFrom('queue_items').select('id').where('story_id', '=', story.id).execute()
    return { project, owner: await emailOf(project.userId), editor, viewer, storyId: story.id, items }
  }

  test('are one mail per story to everyone who can approve, except the requester', async () => {
    const { project, owner, editor, viewer, storyId } = await asking()
    await collectAndWrite(project)
    const mails = await waitingMails(owner)
    expect(mails.map(({ subject }) => subject)).toEqual(['Approve: Fresh rolls'])
    expect(itemsOf(mails[0])).toEqual([
      {
        text: 'Fresh rolls',
        detail: expect.stringMatching(/^(X and Threads|Threads and X), .* \(Europe\/Berlin\)$/),
        path: `/${project.projectId}/stories/${storyId}`,
      },
    ])
    expect([...(await waitingMails(editor.email)), ...(await waitingMails(viewer.email))]).toEqual([])
  })

  test('are not mailed once decided, and mailed again when the post is changed after approval', async () => {
    const { project, owner, editor, storyId, items } = await asking()
    const session = await signedIn(project.userId)
    for (const { id } of items) await session.post(approveQueueItem, { id })
    await collectAndWrite(project)
    expect(await waitingMails(owner)).toEqual([])
    await (await signedIn(editor.userId)).patch(editStory, {
      id: storyId,
      caption: 'Fresh rolls, warm',
    } as never)
    await collectAndWrite(project)
    expect((await waitingMails(owner)).map(({ subject }) => subject)).toEqual(['Approve: Fresh rolls, warm'])
  })
})
