import { sql, type Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { lockProject, type ProjectRow } from '@/lib/projects/repository'
import { slotsOf } from '@/lib/recurring/slots'
import { resolveTracking } from '@/lib/stories/content/tracking-values'
import { insertAllPrepared, type PreparedStory, prepareStory } from '@/lib/stories/operations/create'
import { recordAll } from '@/lib/stories/timeline/history'
import { failuresMax, lateMs, perDayMax, perPollMax } from '../limits'
import { type AutomationRow, findAutomation, isPaused, writeState } from '../repository'
import { findHandled, insertRuns, listMadeToday, type NewRun } from '../runs-repository'
import { nextRunOf, scheduleOf } from '../trigger'
import { doesContain } from './find-newest'
import type { Pending, Triggered } from './find-pending'
import { openPlan } from './open-plan'
import { type FailedStory, type MadeStory, type Plan, planStory } from './plan-story'
import { loadSources, type Source, subjectKindOf } from './sources'

/** Stories per transaction: short, because the embedded database has a single backend. */
const storiesMax = 10
/** Skipped slots stored one by one. */
const slotsStored = 50

export type RunCounts = { scheduled: number; drafts: number; skipped: number; failed: number }

/**
 * Makes the stories of one automation: runs, stories and state commit together, so a crash leaves the triggers
 * pending. A second worker waits for the lock and then finds their runs.
 */
export async function handleTriggers(db: Database, { automation, triggers }: Pending, now: Date): Promise<RunCounts> {
  return transaction(db, async (tx) => {
    const project = await lockProject(tx, automation.project_id)
    const current = await findAutomation(tx, automation.project_id, automation.id, { isLocked: true })
    const isCurrent = current?.active && current.activated_at.getTime() === automation.activated_at.getTime()
    if (!project || !isCurrent || (await isPaused(tx, project.id))) return noCounts()
    const runs = await Runs.open(tx, project, current, now)
    if (current.trigger.kind === 'schedule') await runs.handleSlot(current)
    else await runs.handleAll(triggers)
    return runs.write()
  })
}

const noCounts = (): RunCounts => ({ scheduled: 0, drafts: 0, skipped: 0, failed: 0 })

export type Made = { run: NewRun; story: PreparedStory | null; planned: MadeStory | null }

/** The runs of one automation in one transaction. */
export class Runs {
  private readonly made: Made[] = []
  private failures: number
  private lastError: string | null | undefined
  private nextRunAt: Date | null

  private constructor(
    private readonly tx: Transaction<DB>,
    private readonly project: ProjectRow,
    private readonly automation: AutomationRow,
    private readonly plan: Plan,
    private readonly now: Date,
    private readonly actor: string | null,
  ) {
    this.failures = automation.failure_count
    this.nextRunAt = automation.next_run_at
  }

  static async open(
    tx: Transaction<DB>,
    project: ProjectRow,
    automation: AutomationRow,
    now: Date,
    actor: string | null = null,
  ): Promise<Runs> {
    const plan = await openPlan(tx, project, automation, now)
    return new Runs(tx, project, automation, plan, now, actor)
  }

  /** Handles triggers in order, until the stories of one transaction are made. The rest stays pending. */
  async handleAll(triggers: readonly Triggered[]): Promise<void> {
    const { tx, automation } = this
    const kind = subjectKindOf[automation.trigger.kind]
    const subjects = triggers.map(({ id }) => `${kind}:${id}`)
    const handled = await findHandled(tx, automation.id, subjects)
    const open = triggers.filter((_, index) => !handled.has(subjects[index] ?? ''))
    const times = new Map(open.map(({ id, at }) => [`${kind}:${id}`, at]))
    const ids = open.map(({ id }) => id)
    const made = await listMadeToday(tx, automation.id)
    for (const loaded of await loadSources(tx, automation, ids)) {
      const source = { ...loaded, occurredAt: times.get(loaded.subject) ?? loaded.occurredAt }
      const skipped = skipReason(automation, source, this.now) ?? limitReason(automation, source, made)
      if (skipped) this.skip(source, skipped)
      else if (this.storyCount >= storiesMax) break
      else if (await this.make(source)) made.push(source.occurredAt)
      if (this.isOff) break
    }
  }

  private get storyCount(): number {
    return this.made.filter(({ run }) => run.outcome !== 'skipped').length
  }

  private get isOff(): boolean {
    return this.failures >= failuresMax
  }

  /** Skips slots that are too old and handles the first one that is not. */
  async handleSlot({ trigger, next_run_at }: AutomationRow): Promise<void> {
    if (trigger.kind !== 'schedule' || !next_run_at || next_run_at > this.now) return
    const oldest = new Date(this.now.getTime() - lateMs)
    const schedule = scheduleOf(trigger)
    const first = slotsOf(schedule, new Date(next_run_at.getTime() - 1), slotsStored).filter((slot) => slot <= this.now)
    const late = first.filter((slot) => slot < oldest)
    const due = nextRunOf(trigger, new Date(oldest.getTime() - 1))
    const slots = [...late, ...(due && due <= this.now ? [due] : [])]
    const sources = await loadSources(
      this.tx,
      this.automation,
      slots.map((slot) => slot.toISOString()),
    )
    const handled = await findHandled(
      this.tx,
      this.automation.id,
      sources.map(({ subject }) => subject),
    )
    for (const source of sources) {
      if (handled.has(source.subject)) continue
      const skipped = skipReason(this.automation, source, this.now)
      if (skipped) this.skip(source, skipped)
      else await this.make(source)
    }
    this.nextRunAt = nextRunOf(trigger, slots.at(-1) ?? this.now)
  }

  private skip(source: Source, reason: Pick<NewRun, 'code' | 'message'>): void {
    this.made.push({
      run: this.runOf(source, { outcome: 'skipped', ...reason, story_id: null }),
      story: null,
      planned: null,
    })
  }

  /** @returns false when it failed */
  async make(source: Source): Promise<boolean> {
    const planned = await planStory(this.plan, source)
    if (planned.outcome === 'failed') {
      this.fail(source, planned)
      return false
    }
    const id = newId()
    const { code, message, outcome } = planned
    this.made.push({
      run: this.runOf(source, { outcome, code, message, story_id: id }),
      story: this.prepare(id, planned),
      planned,
    })
    this.failures = 0
    this.lastError = message
    return true
  }

  /** The tenth failure in a row turns the automation off. */
  private fail(source: Source, { code, message }: FailedStory): void {
    this.failures += 1
    this.lastError = message
    const turned_off = this.isOff && this.automation.active
    this.made.push({
      run: { ...this.runOf(source, { outcome: 'failed', code, message, story_id: null }), turned_off },
      story: null,
      planned: null,
    })
  }

  private runOf(
    { subject, label, occurredAt }: Source,
    result: Pick<NewRun, 'outcome' | 'code' | 'story_id'> & { message?: string | null | undefined },
  ): NewRun {
    const { id, project_id } = this.automation
    return { id: newId(), automation_id: id, project_id, subject, label, occurred_at: occurredAt, ...result }
  }

  private prepare(id: string, { content, at, times, warnings }: MadeStory): PreparedStory {
    const { plan, automation, now, actor } = this
    const tracking = plan.checks.trackingContext({
      templateName: plan.template?.name ?? null,
      automationName: automation.name,
    })
    // A draft keeps its values too: they name this automation.
    const resolved = resolveTracking(null, { ...content, id }, tracking, now)
    const origin = { actor, automationName: automation.name, automation: { id: automation.id, name: automation.name } }
    return prepareStory(plan.checks, { id, content, at, times, resolved, tracking, warnings, origin })
  }

  async write(): Promise<RunCounts> {
    const { tx, automation } = this
    const stories = this.made.flatMap(({ story }) => story ?? [])
    await insertRuns(
      tx,
      this.made.map(({ run }) => run),
    )
    await insertAllPrepared(tx, stories, this.now)
    await markStories(
      tx,
      automation.id,
      stories.map(({ story }) => story.id),
    )
    await recordAll(
      tx,
      this.made.flatMap((made) => this.problemOf(made)),
    )
    const hasRun = this.made.some(({ run }) => run.outcome !== 'skipped')
    await writeState(tx, automation.id, {
      failure_count: this.failures,
      next_run_at: this.nextRunAt,
      ...(hasRun ? { last_run_at: this.now, last_error: this.lastError ?? null } : {}),
      ...(this.isOff ? { active: false } : {}),
    })
    return this.counts()
  }

  /** The timeline entry of a story that was kept back, which is also a notification. */
  private problemOf({ planned, story, run }: Made) {
    if (!planned?.isKeptBack || !story) return []
    const detail = { message: run.message, automation_id: this.automation.id }
    return [
      {
        story: { id: story.story.id, project_id: this.project.id },
        action: { kind: 'automation_draft' as const, actor: null, detail },
      },
    ]
  }

  private counts(): RunCounts {
    const count = (outcome: NewRun['outcome']): number => this.made.filter(({ run }) => run.outcome === outcome).length
    return { scheduled: count('scheduled'), drafts: count('draft'), skipped: count('skipped'), failed: count('failed') }
  }
}

const dailyLimit = {
  code: 'daily_limit' as const,
  message: `The automation made ${perDayMax} stories in 24 hours, the maximum.`,
}
const pollLimit = {
  code: 'poll_limit' as const,
  message: `The automation made ${perPollMax} stories from one check of the connector, the maximum.`,
}

const tooLate = {
  code: 'too_late' as const,
  message: 'More than an hour had passed, because the project was paused or Storycast was not running.',
}

function skipReason({ trigger }: AutomationRow, source: Source, now: Date) {
  if (source.occurredAt.getTime() < now.getTime() - lateMs) return tooLate
  if (trigger.kind !== 'connector_item' || doesContain(trigger, source)) return null
  return { code: 'not_contained' as const, message: `No field contains “${trigger.contains}”.` }
}

/** Items of one check arrive within this time, and of two checks further apart. */
const pollMs = 5 * 60_000

/** @param made when the triggers occurred that made a story in the last 24 hours */
function limitReason({ trigger }: AutomationRow, { occurredAt }: Source, made: readonly Date[]) {
  if (made.length >= perDayMax) return dailyLimit
  if (trigger.kind !== 'connector_item') return null
  const fromPoll = made.filter((at) => Math.abs(at.getTime() - occurredAt.getTime()) < pollMs)
  return fromPoll.length >= perPollMax ? pollLimit : null
}

/** Stories of automations never trigger `story_published`. */
async function markStories(tx: Transaction<DB>, automationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update stories set automation_id = ${automationId} where id = any(${[...ids]}::uuid[])`.execute(tx)
}
