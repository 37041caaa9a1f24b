import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getConversation, getInboxCounts, listConversations, updateConversation } from '@/lib/inbox/contract'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { insertStory } from '@/tests/support/database/story-rows'
import { insertConversation } from '@/tests/support/inbox/conversations'

test('lists by the latest message, page by page, with every combination of filters', async () => {
  const { api, projectId, userId } = await aProject()
  const { storyId } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Bread',
    dueIn: 60,
    status: 'pending',
  })
  const made = [
    { platform: 'instagram', kind: 'comment', changes: {} },
    { platform: 'facebook', kind: 'comment', changes: { status: 'resolved', assignee_id: userId } },
    { platform: 'instagram', kind: 'dm', changes: { tags: ['vip'], unread_count: 0 } },
    { platform: 'facebook', kind: 'dm', changes: { status: 'spam', tags: ['vip'] } },
    { platform: 'instagram', kind: 'comment', changes: { story_id: storyId } },
    { platform: 'instagram', kind: 'comment', changes: { archived: true } },
  ] as const
  const ids: string[] = []
  for (const [age, one] of made.entries()) ids.push((await insertConversation({ projectId, ...one, age })).id)
  const listed = async (query: object): Promise<number[]> => {
    const { conversations } = await api.get(listConversations, query as never)
    return conversations.map(({ id }) => ids.indexOf(id))
  }
  for (const [query, expected] of [
    [{}, [0, 1, 2, 3, 4]],
    [{ archived: 'true' }, [5]],
    [{ status: 'open' }, [0, 2, 4]],
    [{ status: 'resolved,spam' }, [1, 3]],
    [{ platform: 'instagram' }, [0, 2, 4]],
    [{ kind: 'dm' }, [2, 3]],
    [{ platform: 'facebook', kind: 'dm', status: 'spam' }, [3]],
    [{ unread: 'true' }, [0, 1, 3, 4]],
    [{ unread: 'false' }, [2]],
    [{ assignee: 'me' }, [1]],
    [{ assignee: userId }, [1]],
    [{ assignee: 'none', kind: 'dm' }, [2, 3]],
    [{ story_id: storyId }, [4]],
    [{ tag: 'vip' }, [2, 3]],
    [{ tag: 'vip', q: 'hello', status: 'spam' }, [3]],
    [{ participant_id: '7', platform: 'facebook' }, [1, 3]],
    [{ participant_id: '8' }, []],
  ] as const)
    expect([query, await listed(query)]).toEqual([query, expected])
  for (const query of [{}, { unread: 'true' as const }, { tag: 'vip' }, { status: 'open' as const }]) {
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const page = await api.get(listConversations, { ...query, limit: 1, ...(cursor ? { cursor } : {}) })
      paged.push(...page.conversations.map(({ id }) => ids.indexOf(id)))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(paged).toEqual(await listed(query))
  }
  expect(await api.get(getInboxCounts)).toEqual({
    ...{ open: 3, snoozed: 0, resolved: 1, spam: 1, unread: 2, mine: 0, unassigned: 3 },
  })
})

test('search finds beginnings of words and names, in this project only', async () => {
  const [one, other] = [await aProject(), await aProject()]
  const texts = ['Do you bake on Sundays?', 'Où est la boulangerie?', 'bake', "o'hara & co | <b>"]
  for (const [age, text] of texts.entries()) await insertConversation({ projectId: one.projectId, text, age })
  await insertConversation({ projectId: other.projectId, text: 'bake Sunday' })
  for (const [q, expected] of [
    ['bake', [0, 2]],
    ['SUND bak', [0]],
    ['boulang', [1]],
    ['visitor', [0, 1, 2, 3]],
    ["o'hara", [3]],
    ['sunday visitor', [0]],
    ['bread', []],
    ['!!!', []],
    ["'):* & |", []],
  ] as const) {
    const { conversations } = await one.api.get(listConversations, { q })
    const found = conversations.map(({ last_message_preview }) => texts.indexOf(last_message_preview))
    expect([q, found]).toEqual([q, expected])
  }
  expect((await one.api.get(listConversations, { q: 'bake', status: 'resolved' })).conversations).toEqual([])
})

test('a word in an old message of a long conversation is found, too', async () => {
  const { api, projectId } = await aProject()
  const { id } = await insertConversation({ projectId, text: 'Croissant?', age: 60 })
  const newer = await insertConversation({ projectId, text: 'croissants', age: 1 })
  const older = await insertConversation({ projectId, text: 'croissant', age: 70 })
  await insertConversation({ projectId, text: 'bread' })
  await sql`insert into inbox_messages (id, project_id, conversation_id, kind, direction, body, sent_at)
    select gen_random_uuid(), ${projectId}, ${id}, 'comment', 'them', 'thanks ' || n, now() - interval '10 minutes'
    from generate_series(1, 150) n`.execute(database())
  const { conversations } = await api.get(listConversations, { q: 'croissant' })
  expect(conversations.map((one) => one.id)).toEqual([newer.id, id, older.id])
})

test('a frequent word is found in the order of conversations, also long ago and after long ones', async () => {
  const { api, projectId } = await aProject()
  // Every second of the older half has the word, too many for the index; the newest, a long one, has it at its start.
  await sql`insert into inbox_conversations (id, project_id, platform, account_id, kind, thread_id, last_message_at)
    select gen_random_uuid(), ${projectId}, 'facebook', '7', 'dm', 'person' || n, now() - n * interval '30 minutes'
    from generate_series(1, 1000) n`.execute(database())
  await sql`insert into inbox_messages (id, project_id, conversation_id, kind, direction, body, sent_at)
    select gen_random_uuid(), ${projectId}, c.id, 'dm', 'them',
      case when c.n > 500 and c.n % 2 = 0 or c.n = 1 and k = 150 then 'croissant' else 'bread' end,
      c.last_message_at - k * interval '1 second'
    from (select *, substr(thread_id, 7)::int as n from inbox_conversations where project_id = ${projectId}) c,
      generate_series(1, case when c.n = 1 then 150 else 15 end) k`.execute(database())
  await sql`analyze inbox_messages`.execute(database())
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await api.get(listConversations, { q: 'croissant', limit: 100, ...(cursor ? { cursor } : {}) })
    found.push(...page.conversations.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  const { rows } = await sql<{ id: string }>`
    select id from inbox_conversations c where project_id = ${projectId}
      and exists (select from inbox_messages m where m.conversation_id = c.id and body = 'croissant')
    order by last_message_at desc, id desc`.execute(database())
  expect(rows).toHaveLength(251)
  expect(found).toEqual(rows.map(({ id }) => id))
})

test('words are found in whatever week a conversation gets its last message, and after an edit', async () => {
  const { api, projectId } = await aProject()
  const weekMinutes = 7 * 24 * 60
  const moved = await insertConversation({ projectId, text: 'sourdough', age: 60 * weekMinutes })
  const old = await insertConversation({ projectId, text: 'Sourdough, 面包', age: 50 * weekMinutes })
  const edited = await insertConversation({ projectId, text: 'bread', age: 30 * weekMinutes })
  const found = async (q: string) => (await api.get(listConversations, { q })).conversations.map(({ id }) => id)
  expect(await found('sourd')).toEqual([old.id, moved.id])
  await sql`update inbox_conversations set last_message_at = now() where id = ${moved.id}`.execute(database())
  await sql`update inbox_messages set body = 'sourdough rolls' where id = ${edited.messageId}`.execute(database())
  expect(await found('sourd')).toEqual([moved.id, edited.id, old.id])
  expect(await found('sourdough roll')).toEqual([edited.id])
  expect(await found('面')).toEqual([old.id])
})

test('a conversation has its newest 500 messages, and earlier ones on request', async () => {
  const { api, projectId } = await aProject()
  const { id } = await insertConversation({ projectId, kind: 'dm', text: 'last' })
  await sql`insert into inbox_messages (id, project_id, conversation_id, kind, direction, body, sent_at)
    select gen_random_uuid(), ${projectId}, ${id}, 'dm', 'them', n::text, now() - interval '1 hour' + n * interval '1 second'
    from generate_series(1, 600) n`.execute(database())
  const newest = await api.get(getConversation, { id })
  expect([newest.messages.length, newest.has_earlier, newest.messages.at(-1)?.body]).toEqual([500, true, 'last'])
  const earlier = await api.get(getConversation, { id, before: newest.messages[0]?.id ?? '' })
  expect([earlier.has_earlier, earlier.messages.map(({ body }) => body)]).toEqual([
    false,
    Array.from({ length: 101 }, (_, i) => String(i + 1)),
  ])
})

test('changes: status, snooze, tags, assignee, archive, read', async () => {
  const { api, projectId } = await aProject()
  const { userId } = await aMember(projectId, 'editor')
  const stranger = await aProject()
  const { id } = await insertConversation({ projectId })
  const change = async (given: object) => (await api.patch(updateConversation, { id, ...given })).conversation
  const until = new Date(Date.now() + 3_600_000).toISOString()
  expect(await change({ read: true })).toMatchObject({ unread_count: 0, status: 'open' })
  expect(await change({ read: false })).toMatchObject({ unread_count: 1 })
  expect(await change({ status: 'snoozed', snoozed_until: until })).toMatchObject({
    status: 'snoozed',
    snoozed_until: until,
  })
  expect(await change({ status: 'resolved' })).toMatchObject({ status: 'resolved', snoozed_until: null })
  expect(await change({ tags: ['VIP', ' vip ', 'Bread'], assignee_id: userId, archived: true })).toMatchObject({
    ...{ tags: ['VIP', 'Bread'], assignee_id: userId, archived: true },
  })
  const issuesOf = async (given: object) => (await api.refused(updateConversation, { id, ...given })).error.issues
  for (const [given, path] of [
    [{ status: 'snoozed' }, 'snoozed_until'],
    [{ status: 'snoozed', snoozed_until: '2020-01-01T00:00:00Z' }, 'snoozed_until'],
    [{ status: 'open', snoozed_until: until }, 'snoozed_until'],
    [{ assignee_id: stranger.userId }, 'assignee_id'],
    [{ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags'],
    [{ tags: ['x'.repeat(51)] }, 'tags.0'],
    [{ status: 'closed' }, 'status'],
  ] as const)
    expect([given, await issuesOf(given)]).toEqual([given, [expect.objectContaining({ path })]])
  expect((await stranger.api.refused(updateConversation, { id, read: true })).status).toBe(404)
})
