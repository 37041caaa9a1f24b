import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runAutomations } from '@/lib/automations/run/run-automations'
import type { Trigger } from '@/lib/automations/trigger'
import type { ChannelId } from '@/lib/channel-ids'
import { database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { announcePublished } from '@/lib/stories/published-events'
import { aProject } from '@/tests/support/api/api'
import { anAutomation, anItemAutomation, minuteMs, minutesAgo } from '@/tests/support/automations/automations'
import { addItems } from '@/tests/support/automations/connector-items'
import { insertConnector } from '@/tests/support/connectors/connectors'
import { insertStory } from '@/tests/support/database/story-rows'
import { aMoment } from '@/tests/support/moments/moments'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const stateOf = (id: string) =>
  database().selectFrom('automations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const runsOf = (id: string) =>
  database().selectFrom('automation_runs').selectAll().where('automation_id', '=', id).orderBy('id').execute()
const storiesOf = (projectId: string) =>
  database().selectFrom('stories').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

/** A story that was just published, with its event. */
async function aPublished(
  projectId: string,
  channels: ChannelId[],
  contentType: string | null = null,
): Promise<string> {
  const { storyId } = await insertStory(database(), {
    projectId,
    channels,
    caption: 'Our rye bread',
    dueIn: -60,
    status: 'posted',
  })
  const urls = Object.fromEntries(channels.map((channel) => [channel, `https://${channel}.example/rye`]))
  await sql`update stories set status = 'published', published_at = now(), published_channels = ${channels},
    published_urls = ${JSON.stringify(urls)}, published_url = ${Object.values(urls)[0] ?? null}, content_type = ${contentType}
    where id = ${storyId}`.execute(database())
  await sql`update queue_items set published_at = now() where story_id = ${storyId}`.execute(database())
  await transaction(database(), (tx) => announcePublished(tx, [storyId]))
  return storyId
}

describe('new items of a connector', () => {
  test('make one draft each, with the values of the item, tracking and a timeline entry', async () => {
    const { projectId, connectorId, id } = await anItemAutomation()
    const [item] = await addItems(projectId, connectorId, [
      { fields: { title: 'Rye {{link}}', link: 'https://blog.example/rye', image: 'https://blog.example/rye.jpg' } },
    ])
    await addItems(projectId, connectorId, [{ isFirstPoll: true }, { createdAt: minutesAgo(200) }])
    await runAutomations(database())
    await runAutomations(database())
    const [story, ...others] = await storiesOf(projectId)
    expect(others).toEqual([])
    expect(story).toMatchObject({
      ...{ status: 'draft', automation_id: id, title: 'Rye {{link}}', caption: 'New: Rye { {link} }' },
      slides: [{ media_url: 'https://blog.example/rye.jpg' }],
      destination_url: 'https://blog.example/rye',
      utm_resolved: { x: { campaign: 'blog-to-x' } },
    })
    expect(await runsOf(id)).toMatchObject([
      { subject: `item:${item}`, outcome: 'draft', code: null, story_id: story?.id },
    ])
    expect(await stateOf(id)).toMatchObject({ last_run_at: expect.any(Date), last_error: null, failure_count: 0 })
    const { rows } = await sql<{ kind: string; automation: string }>`
      select kind, detail ->> 'automation' as automation from timeline_entries where story_id = ${story?.id}`.execute(
      database(),
    )
    expect(rows).toEqual([{ kind: 'created', automation: 'Blog to X' }])
  })

  test('are skipped with a reason when they do not contain the text, or are more than an hour old', async () => {
    const { projectId, connectorId, id } = await anItemAutomation({
      trigger: { kind: 'connector_item', contains: 'RYE' },
    })
    await addItems(projectId, connectorId, [
      { fields: { title: 'White bread' } },
      { fields: { title: 'White bread', summary: 'no rye at all' } },
      { createdAt: minutesAgo(70) },
    ])
    await runAutomations(database())
    expect((await runsOf(id)).map(({ outcome, code }) => code ?? outcome).sort()).toEqual([
      'draft',
      'not_contained',
      'too_late',
    ])
    expect(await storiesOf(projectId)).toHaveLength(1)
  })

  test('make at most ten stories per check and fifty in 24 hours; the log has the others', async () => {
    const { projectId, connectorId, id } = await anItemAutomation()
    const check = (minutes: number, count: number) =>
      addItems(
        projectId,
        connectorId,
        Array.from({ length: count }, () => ({ createdAt: minutesAgo(minutes) })),
      )
    await check(50, 12)
    await runAutomations(database())
    for (const minutes of [40, 30, 20, 10]) await check(minutes, 10)
    await check(0, 3)
    await runAutomations(database())
    const counts = new Map<string, number>()
    for (const { outcome, code } of await runsOf(id))
      counts.set(code ?? outcome, (counts.get(code ?? outcome) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toEqual({ draft: 50, poll_limit: 2, daily_limit: 3 })
    expect(await storiesOf(projectId)).toHaveLength(50)
  })

  test('of 1,000 that arrive at once, ten make stories and the rest are noted', async () => {
    const { projectId, connectorId, id } = await anItemAutomation()
    await addItems(
      projectId,
      connectorId,
      Array.from({ length: 1_000 }, () => ({})),
    )
    await runAutomations(database())
    expect((await runsOf(id)).filter(({ code }) => code === 'poll_limit')).toHaveLength(990)
    expect(await storiesOf(projectId)).toHaveLength(10)
  })
})

describe('mode schedule', () => {
  test('takes the next free times of the project, an hour apart from other posts on these channels', async () => {
    const { projectId, connectorId } = await anItemAutomation({ mode: 'schedule' })
    const tomorrow = new Date(Date.now() + 1_440 * minuteMs).toISOString().slice(0, 10)
    const seconds = (time: string) => (Date.parse(`${tomorrow}T${time}Z`) - Date.now()) / 1_000
    // Everything today and tomorrow until 10:29 is taken.
    for (let at = 0; at < seconds('10:29'); at += 3_000) {
      await insertStory(database(), { projectId, channels: ['x'], caption: 'Planned', dueIn: at })
    }
    await insertStory(database(), { projectId, channels: ['x'], caption: 'Planned', dueIn: seconds('10:29') })
    await insertStory(database(), { projectId, channels: ['linkedin'], caption: 'Elsewhere', dueIn: seconds('12:00') })
    await addItems(projectId, connectorId, [{}, {}])
    await runAutomations(database())
    const made = (await storiesOf(projectId)).filter(({ caption }) => caption === 'New: Rye bread')
    expect(made.map(({ status, scheduled_at }) => [status, scheduled_at?.toISOString()])).toEqual([
      ['scheduled', `${tomorrow}T12:00:00.000Z`],
      ['scheduled', `${tomorrow}T13:00:00.000Z`],
    ])
  })

  test('takes the next free posting slot of each channel', async () => {
    const { projectId, connectorId } = await anItemAutomation({ mode: 'schedule', channels: ['x', 'linkedin'] })
    const slots = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
      { project_id: projectId, channel: 'x' as const, weekday, time: '09:00' },
      { project_id: projectId, channel: 'linkedin' as const, weekday, time: '10:00' },
    ])
    await database().insertInto('posting_slots').values(slots).execute()
    await addItems(projectId, connectorId, [{}, {}])
    await runAutomations(database())
    const rows = await database()
      .selectFrom('queue_items')
      .select(['channel', 'scheduled_at'])
      .where('project_id', '=', projectId)
      .orderBy('scheduled_at')
      .execute()
    const timesOn = (channel: ChannelId) =>
      rows.filter((row) => row.channel === channel).map(({ scheduled_at }) => Number(scheduled_at))
    const [first = 0, second] = timesOn('x')
    expect(new Date(first).toISOString()).toMatch(/T09:00:00\.000Z$/)
    expect(second).toBe(first + 1_440 * minuteMs)
    expect(timesOn('linkedin').map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['10:00', '10:00'])
    expect(new Set(timesOn('linkedin')).size).toBe(2)
  })

  test('a delay counts from the trigger; a project that requires approval gets stories that wait', async () => {
    const { projectId } = await aProject({ requireApproval: true })
    const connectorId = await insertConnector({ projectId })
    await anAutomation(projectId, { connectorId, mode: 'schedule', schedule: { kind: 'delay', minutes: 90 } })
    const createdAt = minutesAgo(30)
    await addItems(projectId, connectorId, [{ createdAt }])
    await runAutomations(database())
    const items = await database().selectFrom('queue_items').selectAll().where('project_id', '=', projectId).execute()
    expect(items).toMatchObject([{ status: 'pending', scheduled_at: new Date(createdAt.getTime() + 90 * minuteMs) }])
  })

  test('a story that breaks a rule of its channels is a draft with a notification', async () => {
    const { projectId, connectorId, id } = await anItemAutomation({ mode: 'schedule', channels: ['x', 'instagram'] })
    await addItems(projectId, connectorId, [{}])
    await runAutomations(database())
    const [run] = await runsOf(id)
    expect(run).toMatchObject({
      outcome: 'draft',
      code: 'channel_rules',
      message: expect.stringContaining('Instagram'),
    })
    expect(await stateOf(id)).toMatchObject({ last_error: run?.message, failure_count: 0 })
    const { rows } = await sql`select detail ->> 'message' as message from timeline_entries
      where story_id = ${run?.story_id} and kind = 'automation_draft'`.execute(database())
    expect(rows).toEqual([{ message: run?.message }])
  })
})

describe('published stories', () => {
  test('trigger by channel and pillar; the link leads to the blog post', async () => {
    const { projectId } = await aProject()
    const trigger: Trigger = { kind: 'story_published', channels: ['ghost'], content_types: ['recipes'] }
    const id = await anAutomation(projectId, { trigger, caption: '{{story.title}} {{story.url}}' })
    const [both] = [
      await aPublished(projectId, ['x', 'ghost'], 'recipes'),
      await aPublished(projectId, ['x'], 'recipes'),
    ]
    await aPublished(projectId, ['ghost'], 'news')
    await runAutomations(database())
    const [run, ...others] = await runsOf(id)
    expect([run?.subject, others]).toEqual([`story:${both}`, []])
    const story = (await storiesOf(projectId)).find((one) => one.id === run?.story_id)
    expect(story).toMatchObject({
      caption: 'Our rye bread https://ghost.example/rye',
      destination_url: 'https://ghost.example/rye',
    })
  })

  test('made by an automation trigger nothing, even after that automation was deleted', async () => {
    const { projectId } = await aProject()
    const [made, own] = [await aPublished(projectId, ['x']), await aPublished(projectId, ['x'])]
    const trigger: Trigger = { kind: 'story_published', channels: null, content_types: null }
    const [id, other] = [
      await anAutomation(projectId, { trigger, caption: 'A' }),
      await anAutomation(projectId, { trigger, caption: 'B' }),
    ]
    await sql`update stories set automation_id = ${newId()} where id = ${made}`.execute(database())
    await runAutomations(database())
    const follow = (await runsOf(other))[0]?.story_id ?? ''
    await sql`update stories set status = 'published', published_at = now(), published_channels = '{x}' where id = ${follow}`.execute(
      database(),
    )
    await sql`update queue_items set status = 'posted', published_at = now() where story_id = ${follow}`.execute(
      database(),
    )
    await transaction(database(), (tx) => announcePublished(tx, [follow]))
    await runAutomations(database())
    for (const automation of [id, other]) {
      expect((await runsOf(automation)).map(({ subject }) => subject)).toEqual([`story:${own}`])
    }
  })
})

test('a moment triggers from the severity on that it reaches', async () => {
  const { projectId } = await aProject()
  const trigger: Trigger = { kind: 'moment', kinds: ['engagement_spike'], min_severity: 'exceptional' }
  const id = await anAutomation(projectId, { trigger, caption: '{{moment.headline}}: {{moment.severity}}' })
  const moment = await aMoment(projectId, { severity: 'high', severity_since: minutesAgo(170) })
  await aMoment(projectId, { kind: 'milestone', severity: 'exceptional' })
  await runAutomations(database())
  expect(await runsOf(id)).toEqual([])
  await sql`update moments set severity = 'exceptional', severity_since = now() where id = ${moment}`.execute(
    database(),
  )
  await runAutomations(database())
  expect(await runsOf(id)).toMatchObject([{ subject: `moment:${moment}`, outcome: 'draft' }])
  expect((await storiesOf(projectId))[0]?.caption).toBe('“Loaf” got 5× your usual engagement: exceptional')
})

test('a slot makes a story with the posts of the week; slots that were missed are skipped', async () => {
  const { projectId } = await aProject()
  await aPublished(projectId, ['x'])
  const now = new Date()
  const cron = `${minutesAgo(10).getUTCMinutes()} * * * *`
  const trigger: Trigger = { kind: 'schedule', cadence: { kind: 'cron', cron }, timezone: 'UTC' }
  const nextRunAt = new Date(minutesAgo(190).setUTCSeconds(0, 0))
  const id = await anAutomation(projectId, { trigger, nextRunAt, caption: 'This week on {{date}}:\n{{recent_posts}}' })
  await runAutomations(database())
  expect((await runsOf(id)).map(({ outcome, code }) => code ?? outcome)).toEqual([
    'too_late',
    'too_late',
    'too_late',
    'draft',
  ])
  const [, story] = await storiesOf(projectId)
  const slot = new Date(nextRunAt.getTime() + 180 * minuteMs)
  expect(story?.caption).toBe(`This week on ${slot.toISOString().slice(0, 10)}:\n• Our rye bread https://x.example/rye`)
  expect((await stateOf(id)).next_run_at).toEqual(new Date(slot.getTime() + 60 * minuteMs))
  expect(slot < now).toBe(true)
})

test('the tenth failure in a row turns the automation off; a story in between starts the count anew', async () => {
  const { projectId, connectorId, id } = await anItemAutomation({ caption: '{{item.title}} is cheap', failureCount: 8 })
  await database()
    .insertInto('voice_rules')
    .values({ project_id: projectId, forbidden_words: ['cheap'], forbidden_phrases: [] })
    .execute()
  await addItems(projectId, connectorId, [{}])
  await runAutomations(database())
  const [run] = await runsOf(id)
  expect(run).toMatchObject({ outcome: 'failed', code: 'voice_violation', turned_off: false })
  expect(await stateOf(id)).toMatchObject({ active: true, failure_count: 9, last_error: run?.message })
  await addItems(projectId, connectorId, [{}, {}])
  await runAutomations(database())
  expect((await runsOf(id)).map(({ turned_off }) => turned_off)).toEqual([false, true])
  expect(await stateOf(id)).toMatchObject({ active: false, failure_count: 10 })
  expect(await storiesOf(projectId)).toEqual([])

  await database().deleteFrom('voice_rules').where('project_id', '=', projectId).execute()
  const good = await anAutomation(projectId, { connectorId, failureCount: 9 })
  await runAutomations(database())
  expect(await stateOf(good)).toMatchObject({ active: true, failure_count: 0, last_error: null })
})

test('a value that the trigger does not have fails the run', async () => {
  const { projectId, connectorId, id } = await anItemAutomation({ caption: '{{story.title}}' })
  await addItems(projectId, connectorId, [{}])
  await runAutomations(database())
  expect(await runsOf(id)).toMatchObject([
    { outcome: 'failed', code: 'unknown_variable', message: expect.stringContaining('{{story.title}}') },
  ])
  expect(await storiesOf(projectId)).toEqual([])
})

test('paused and deleted projects, and automations that are off, make nothing', async () => {
  const [paused, deleted, off] = [await anItemAutomation(), await anItemAutomation(), await anItemAutomation()]
  const all = [paused, deleted, off]
  for (const { projectId, connectorId } of all) await addItems(projectId, connectorId, [{}])
  await database().insertInto('project_pauses').values({ id: newId(), project_id: paused.projectId }).execute()
  await sql`update projects set deleted_at = now() where id = ${deleted.projectId}`.execute(database())
  await sql`update automations set active = false where id = ${off.id}`.execute(database())
  await runAutomations(database())
  expect(await Promise.all(all.map(({ id }) => runsOf(id)))).toEqual([[], [], []])
  await sql`update project_pauses set resumed_at = now()`.execute(database())
  await runAutomations(database())
  expect(await runsOf(paused.id)).toHaveLength(1)
})
