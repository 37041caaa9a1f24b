import type { Transaction } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { insertAllPrepared } from '@/lib/stories/operations/create'
import { recordAll } from '@/lib/stories/timeline/history'
import { insertSlots, listDue, lockUnchanged, postpone, type RecurringRow, slotKey, writeRuns } from '../repository'
import { planRun, type Run } from './plan-run'

/** Large enough that all templates of a project share its checks. */
const batchSize = 500
/** Templates per transaction: short, because the embedded database has a single backend. */
const chunkSize = 50
/** Ends before the next run. What is left is due then. */
const longestMs = 240_000
const retryMinutes = 15

export type RunCounts = { scheduled: number; drafts: number; skipped: number; failed: number }

/** Creates a story for each due slot. Each pass handles one slot per template, until none is due. */
export async function createDueStories(db: Database): Promise<RunCounts> {
  const counts: RunCounts = { scheduled: 0, drafts: 0, skipped: 0, failed: 0 }
  const endMs = monotonicMs() + longestMs
  const handled = new Set<string>()
  while (monotonicMs() < endMs) {
    const { templates, now } = await listDue(db, batchSize)
    if (templates.length === 0) break
    for (const group of byProject(templates)) await runGroup(db, group, { now, handled, counts })
  }
  return counts
}

function byProject(templates: readonly RecurringRow[]): RecurringRow[][] {
  const groups = new Map<string, RecurringRow[]>()
  for (const template of templates) {
    const group = groups.get(template.project_id)
    if (group) group.push(template)
    else groups.set(template.project_id, [template])
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / chunkSize) }, (_, part) =>
      group.slice(part * chunkSize, (part + 1) * chunkSize),
    ),
  )
}

type Pass = { now: Date; handled: Set<string>; counts: RunCounts }

/** Runs templates of one project together. If that fails, runs each alone, so that one cannot stop the others. */
async function runGroup(db: Database, templates: RecurringRow[], pass: Pass): Promise<void> {
  try {
    await runTogether(db, templates, pass)
  } catch (error) {
    if (isOutage(error)) throw error
    const [only, ...others] = templates
    if (only && others.length > 0) for (const template of templates) await runGroup(db, [template], pass)
    else if (only) await setAside(db, only, error, pass)
  }
}

async function setAside(db: Database, { id }: RecurringRow, error: unknown, { counts }: Pass): Promise<void> {
  log.error('recurring.failed', { recurring_template_id: id, cause: error })
  counts.failed += 1
  await postpone(db, id, retryMinutes, `An internal error occurred. It will be tried again in ${retryMinutes} minutes.`)
}

async function runTogether(db: Database, templates: RecurringRow[], { now, handled, counts }: Pass): Promise<void> {
  const [first] = templates
  if (!first) return
  const checks = await StoryChecks.open(db, first.project_id, now)
  const runs: Run[] = []
  for (const template of templates) runs.push(await planRun(checks, template, !handled.has(template.id)))
  const { current, created } = await transaction(db, (tx) => writeAll(tx, runs, now))
  for (const { template } of current) handled.add(template.id)
  const drafts = created.filter(({ problem }) => problem).length
  counts.drafts += drafts
  counts.scheduled += created.length - drafts
  counts.skipped += current.reduce((sum, { skipped }) => sum + skipped, 0)
}

/** Writes slots, stories and templates together. A slot that exists already gets no story. */
async function writeAll(tx: Transaction<DB>, runs: readonly Run[], now: Date) {
  const unchanged = await lockUnchanged(
    tx,
    runs.map(({ template }) => template),
  )
  const current = runs.filter(({ template }) => unchanged.has(template.id))
  const slots = current.flatMap((run) => run.slots)
  const inserted = await insertSlots(tx, slots)
  const results = current.map(({ template, created, result }) => {
    const isNew = created !== null && inserted.has(slotKey(template.id, created.slot))
    return { created: isNew ? created : null, result: isNew ? result : { ...result, story_id: null } }
  })
  const created = results.flatMap((run) => run.created ?? [])
  const stories = created.map(({ story }) => story)
  await insertAllPrepared(tx, stories, now)
  await recordAll(
    tx,
    created.flatMap(({ story, problem }) => (problem ? [{ story: story.story, action: problem }] : [])),
  )
  await writeRuns(
    tx,
    results.map(({ result }) => result),
  )
  return { current, created }
}
