import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import type { Cadence } from '@/lib/recurring/cadence'
import { RecurringStory } from '@/lib/recurring/contract'
import { nextSlotOf } from '@/lib/recurring/next-slot'
import { insertTemplate, listDue, lockUnchanged } from '@/lib/recurring/repository'
import { createDueStories } from '@/lib/recurring/run/create-due-stories'
import { aProject } from '@/tests/support/api/api'
import { runWithKills } from '@/tests/support/processes/run-with-kills'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const hourMs = 3_600_000
const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * hourMs)
/** Every hour at this minute, so that a slot is near. */
const hourly = (at: Date): Cadence => ({ kind: 'cron', cron: `${at.getUTCMinutes()} * * * *` })

/** A story without warnings, although no account is connected. */
const unconnected = { story: { connection_check: 'skip' } }

type Wanted = {
  story?: object
  channels?: ChannelId[]
  cadence?: Cadence
  coveredThrough?: Date
  aheadMinutes?: number
  name?: string
}

async function aTemplate(projectId: string, wanted: Wanted = {}): Promise<string> {
  const { channels = ['ghost'], coveredThrough = new Date(), aheadMinutes = 1_440 } = wanted
  const id = newId()
  const settings = {
    cadence: wanted.cadence ?? { kind: 'daily' as const, time: hoursFromNow(3).toISOString().slice(11, 16) },
    timezone: 'UTC',
    starts_at: null,
    ends_at: null,
    active: true,
    create_ahead_minutes: aheadMinutes,
  }
  await insertTemplate(database(), {
    id,
    project_id: projectId,
    name: wanted.name ?? 'Daily bread',
    story: RecurringStory.parse({ caption: 'Bread on {{weekday}}', channels, ...wanted.story }),
    ...settings,
    ...nextSlotOf(settings, coveredThrough),
  })
  return id
}

const stateOf = (id: string) =>
  database().selectFrom('recurring_templates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const slotsOf = (id: string) =>
  database().selectFrom('recurring_slots').selectAll().where('template_id', '=', id).orderBy('slot_at').execute()
const storiesOf = (projectId: string) =>
  database().selectFrom('stories').selectAll().where('project_id', '=', projectId).orderBy('scheduled_at').execute()

describe('a run', () => {
  test('creates a story ahead of its slot, with tracking values, timeline and event', async () => {
    const { projectId } = await aProject()
    await sql`insert into pillars (id, project_id, name, content_type, position)
      values (${newId()}, ${projectId}, 'Baking tips', 'tips', 0)`.execute(database())
    const id = await aTemplate(projectId, {
      name: 'Daily bread',
      story: {
        caption: '{{pillar}} on {{weekday}}',
        content_type: 'tips',
        destination_url: 'https://bread.example',
      },
    })
    const early = await aTemplate(projectId, { aheadMinutes: 60 })
    const before = await stateOf(id)
    await createDueStories(database())
    await createDueStories(database())
    const [story, ...others] = await storiesOf(projectId)
    expect(others).toEqual([])
    expect(story).toMatchObject({ status: 'scheduled', scheduled_at: before.next_slot_at })
    expect(story?.utm_resolved).toMatchObject({ ghost: { campaign: 'daily-bread' } })
    expect(story?.caption).toMatch(/^Baking tips on [A-Z]\w+day$/)
    expect(story?.content_type).toBe('tips')
    expect(await stateOf(id)).toMatchObject({
      last_story_id: story?.id,
      covered_through: before.next_slot_at,
      next_slot_at: new Date((before.next_slot_at?.getTime() ?? 0) + 24 * hourMs),
    })
    expect(await stateOf(early)).toMatchObject({ last_story_id: null })
    const { rows } = await sql<{ kind: string; event: string | null; recurring: string | null }>`
      select kind, detail ->> 'event' as event, detail ->> 'recurring' as recurring
      from timeline_entries where story_id = ${story?.id} order by id`.execute(database())
    expect(rows).toEqual([
      { kind: 'created', event: null, recurring: 'Daily bread' },
      { kind: 'event', event: 'story.scheduled', recurring: null },
    ])
  })

  test('creates all slots of a cadence that are in reach, and clears the error of an earlier run', async () => {
    const { projectId } = await aProject()
    const id = await aTemplate(projectId, { cadence: hourly(hoursFromNow(0.5)), aheadMinutes: 180, ...unconnected })
    await sql`update recurring_templates set last_error = 'Old' where id = ${id}`.execute(database())
    await createDueStories(database())
    expect(await storiesOf(projectId)).toHaveLength(3)
    expect((await stateOf(id)).last_error).toBeNull()
  })

  test('skips and notes slots that are more than an hour old; a slot within the hour gets its story', async () => {
    const { projectId } = await aProject()
    const missed = { coveredThrough: hoursFromNow(-4), aheadMinutes: 30, ...unconnected }
    const id = await aTemplate(projectId, { cadence: hourly(hoursFromNow(-50 / 60)), ...missed })
    const other = await aTemplate(projectId, { cadence: hourly(hoursFromNow(-70 / 60)), ...missed })
    await createDueStories(database())
    const slots = await slotsOf(id)
    // 50 minutes ago, and in 10 minutes. The second story keeps the note of the first.
    const expected = ['skipped', 'skipped', 'skipped', 'scheduled', 'scheduled']
    expect(slots.map(({ outcome }) => outcome)).toEqual(expected)
    const times = (await storiesOf(projectId)).map(({ scheduled_at }) => scheduled_at)
    expect(times).toEqual(expect.arrayContaining(slots.slice(3).map(({ slot_at }) => slot_at)))
    expect((await stateOf(id)).last_error).toContain('Skipped 3 posts')
    // 70 minutes ago is too old, 10 minutes ago is not.
    expect((await slotsOf(other)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped', 'scheduled'])
  })

  test('a slot that has a story gets no second one', async () => {
    const { projectId } = await aProject()
    const id = await aTemplate(projectId)
    await createDueStories(database())
    await sql`update recurring_templates set due_at = now(), covered_through = now() where id = ${id}`.execute(
      database(),
    )
    await createDueStories(database())
    expect(await storiesOf(projectId)).toHaveLength(1)
  })

  test('a template that fails is tried again in 15 minutes, and does not stop the others', async () => {
    const [{ projectId }, other] = [await aProject(), await aProject()]
    const broken = await aTemplate(projectId)
    const templates = [await aTemplate(projectId), await aTemplate(other.projectId)]
    await sql`update recurring_templates set timezone = 'Mars/Base', due_at = now() - interval '1 day'
      where id = ${broken}`.execute(database())
    expect(await createDueStories(database())).toMatchObject({ scheduled: 2, failed: 1 })
    for (const id of templates) expect(await slotsOf(id)).toHaveLength(1)
    const { last_error, due_at } = await stateOf(broken)
    expect(last_error).toContain('tried again in 15 minutes')
    expect((due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(0.2 * hourMs)
  })

  test.each<[string, (id: string, projectId: string) => Promise<unknown>]>([
    ['edited', (id) => sql`update recurring_templates set updated_at = now() where id = ${id}`.execute(database())],
    ['run', (id) => sql`update recurring_templates set covered_through = now() where id = ${id}`.execute(database())],
    ['turned off', (id) => sql`update recurring_templates set due_at = null where id = ${id}`.execute(database())],
    [
      'paused',
      (_, project_id) => database().insertInto('project_pauses').values({ id: newId(), project_id }).execute(),
    ],
  ])('a template that was %s since it was read is left alone', async (_, change) => {
    const { projectId } = await aProject()
    const [id, other] = [await aTemplate(projectId), await aTemplate((await aProject()).projectId)]
    const { templates } = await listDue(database(), 500)
    await change(id, projectId)
    const read = templates.filter((template) => [id, other].includes(template.id))
    expect(read).toHaveLength(2)
    expect([...(await lockUnchanged(database(), read))]).toEqual([other])
  })

  test('a story that breaks a rule is a draft with a notification; the next good one clears the error', async () => {
    const { projectId } = await aProject()
    await database()
      .insertInto('voice_rules')
      .values({ project_id: projectId, forbidden_words: ['cheap'], forbidden_phrases: [] })
      .execute()
    const cadence = hourly(hoursFromNow(0.5))
    const lint = await aTemplate(projectId, { cadence, aheadMinutes: 60, story: { caption: 'Cheap bread' } })
    const limit = await aTemplate(projectId, { channels: ['x'], story: { caption: 'Long '.repeat(100) } })
    const media = await aTemplate(projectId, { channels: ['instagram'] })
    await createDueStories(database())
    for (const [id, reason] of [
      [lint, 'brand voice'],
      [limit, 'The limit is 280'],
      [media, 'Instagram'],
    ] as const) {
      const { last_error, last_story_id } = await stateOf(id)
      expect(last_error).toContain(reason)
      expect((await slotsOf(id)).map(({ outcome }) => outcome)).toEqual(['draft'])
      const { rows } = await sql<{ status: string; scheduled_at: Date | null; message: string }>`
        select s.status, s.scheduled_at, t.detail ->> 'message' as message
        from stories s join timeline_entries t on t.story_id = s.id and t.kind = 'recurring_draft'
        where s.id = ${last_story_id}`.execute(database())
      expect(rows).toEqual([{ status: 'draft', scheduled_at: null, message: last_error }])
    }
    await database().deleteFrom('voice_rules').where('project_id', '=', projectId).execute()
    await sql`update recurring_templates set due_at = now() - interval '1 second', create_ahead_minutes = 180 where id = ${lint}`.execute(
      database(),
    )
    await createDueStories(database())
    // Ghost is not connected, which is a warning.
    expect((await stateOf(lint)).last_error).toContain('not connected: Ghost')
  })

  test('a paused project gets nothing until it is resumed; an inactive template neither', async () => {
    const { projectId } = await aProject()
    const id = await aTemplate(projectId)
    const off = await aTemplate(projectId)
    await sql`update recurring_templates set active = false, due_at = null where id = ${off}`.execute(database())
    await database().insertInto('project_pauses').values({ id: newId(), project_id: projectId }).execute()
    await createDueStories(database())
    expect(await storiesOf(projectId)).toEqual([])
    await sql`update project_pauses set resumed_at = now() where project_id = ${projectId}`.execute(database())
    await createDueStories(database())
    expect((await storiesOf(projectId)).map(({ id }) => id)).toEqual([(await stateOf(id)).last_story_id])
  })

  test('a project that requires approval gets stories that wait for it', async () => {
    const { projectId } = await aProject({ requireApproval: true })
    await aTemplate(projectId)
    await createDueStories(database())
    const items = await database()
      .selectFrom('queue_items')
      .select('status')
      .where('project_id', '=', projectId)
      .execute()
    expect(items).toEqual([{ status: 'pending' }])
  })
})

test('one story per slot with three workers at once, two of them killed', async () => {
  const projects = await Promise.all([aProject(), aProject()])
  const cadence = hourly(hoursFromNow(0.5))
  const owners = projects.flatMap(({ projectId }) => Array.from({ length: 60 }, () => projectId))
  await Promise.all(owners.map((projectId) => aTemplate(projectId, { cadence, aheadMinutes: 120 })))
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from stories where project_id = any(${projects.map(({ projectId }) => projectId)})`.execute(
      database(),
    )
    return Number(rows[0]?.count)
  }
  await runWithKills({
    worker: 'recurring-worker',
    run: () => createDueStories(database()),
    hasBegun: async () => (await count()) > 0,
  })
  const { rows } = await sql<{ stories: number; slots: number; linked: number; most: number }>`
    select (select count(*)::int from stories where project_id = any(${projects.map(({ projectId }) => projectId)})) as stories,
      count(*)::int as slots, count(distinct s.story_id)::int as linked,
      max(per.count)::int as most
    from recurring_slots s
    join (select template_id, count(*) from recurring_slots group by template_id) per using (template_id)
    where s.project_id = any(${projects.map(({ projectId }) => projectId)})`.execute(database())
  expect(rows).toEqual([{ stories: 240, slots: 240, linked: 240, most: 2 }])
})
