import type { Transaction } from 'kysely'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB, JsonValue } from '@/lib/db/types.generated'
import { validationError } from '@/lib/errors'
import { missingSlots, takeSlots } from '@/lib/free-slots/take-slots'
import { newId } from '@/lib/ids'
import { checksForNewStory, openStoryChecks } from '../checks/prepare-checks'
import type { StoryChecks } from '../checks/story-checks'
import { validateStory } from '../checks/validate-story'
import { blankContent, type Content } from '../content/content'
import { mayHaveLinks, trackedLinksOf } from '../content/links'
import { type ResolvedTracking, resolveTracking, type TrackingContext } from '../content/tracking-values'
import type { createStory as contract } from '../contract'
import type { CreateStory } from '../create-contract'
import { insertNewStory, type NewRow, type NewStory } from '../repository'
import type { Warning } from '../resource-contract'
import { savedResponse } from '../responses'
import { newRow, statusOf } from '../rows/row-plan'
import type { StoryRow } from '../serializer'
import { actorOf, announceScheduled, isConfirmed } from '../timeline/history'

export type CreateAnswer = AnswerOf<typeof contract>

/** The origin of a story. */
export type Origin = {
  /** `user:<id>` or `token:<id>`; null for the system itself. */
  actor: string | null
  /** Name of the automation or recurring template; fills `{{automation_name}}`. */
  automationName?: string | null
  /** The story that this one copies. */
  copyOf?: string
  /** The recurring template that created it. */
  recurring?: { id: string; name: string }
  /** The automation that created it. */
  automation?: { id: string; name: string }
  /** The import that created it. */
  import?: { id: string; filename: string | null }
}

export async function createStory(context: Context, input: InputOf<typeof contract>): Promise<CreateAnswer> {
  const checks = await checksForNewStory(input, context.now, () => openStoryChecks(context, input.project_id))
  return createAt(checks, input, { actor: actorOf(context.principal) })
}

/**
 * Creates a story: runs all checks, then commits story, rows, timeline and event together. Automations, recurring
 * templates and moments use this too, so that their stories pass the same checks.
 */
export async function createAt(checks: StoryChecks, input: CreateStory, origin: Origin): Promise<CreateAnswer> {
  const { now } = checks
  const { content, at: time, namesTime, issues } = validateStory(blankContent, input, checks)
  const { connection_check } = input
  const isDraft = !namesTime
  const template = await checks.templateName(content.template_id)
  const rules = await checks.checkRules(content, { isDraft, connection_check })
  const slots = input.add_to_queue ? await missingSlots(checks.db, checks.project.id, content.channels) : []
  const allIssues = [...issues, ...slots, ...template.issues, ...rules.issues]
  if (allIssues.length) throw validationError(allIssues)
  const warnings = [...rules.warnings, ...(await checks.check(content, input, { isDraft }))]
  const id = newId()
  const tracking = checks.trackingContext({
    templateName: template.name,
    automationName: origin.automationName ?? null,
  })
  const resolved = isDraft ? null : resolveTracking(null, { ...content, id }, tracking, now)
  const story = { id, content, resolved, tracking, warnings, origin }
  return input.add_to_queue ? insertQueued(checks, story) : insertCreated(checks, { ...story, at: time ?? null })
}

/** Inserts a checked story in the next free slots of its channels. */
async function insertQueued(checks: StoryChecks, input: Omit<NewStoryInput, 'at'>): Promise<CreateAnswer> {
  const { now, project } = checks
  return transaction(checks.db, async (tx) => {
    const slots = await takeSlots(tx, project, { channels: input.content.channels, now })
    if (!('times' in slots)) throw validationError(slots)
    return insertTogether(tx, prepareStory(checks, { ...input, ...slots }), now)
  })
}

export type NewStoryInput = {
  id: string
  content: Content
  at: Date | null
  /** Times of channels that differ from `at`, which is the earliest of them. */
  times?: ReadonlyMap<ChannelId, Date> | undefined
  resolved: ResolvedTracking | null
  tracking: TrackingContext
  warnings: Warning[]
  origin: Origin
}

/** Inserts a story whose content was checked. */
export async function insertCreated(checks: StoryChecks, input: NewStoryInput): Promise<CreateAnswer> {
  const { db, now } = checks
  const created = prepareStory(checks, input)
  const { rows, warnings } = created
  // A draft is one statement and needs no transaction; inside one it needs a savepoint.
  if (!isConfirmed(rows) && !db.isTransaction) {
    return savedResponse(await insertPrepared(db, created), rows, warnings, now)
  }
  return transaction(db, (tx) => insertTogether(tx, created, now))
}

async function insertTogether(tx: Transaction<DB>, created: PreparedStory, now: Date): Promise<CreateAnswer> {
  const [story] = await insertAllPrepared(tx, [created], now)
  return savedResponse(story as StoryRow, created.rows, created.warnings, now)
}

/** A story with its rows, links and first timeline entry, not inserted yet. */
export type PreparedStory = Parameters<typeof insertNewStory>[1] & { rows: NewRow[]; warnings: Warning[] }

export function prepareStory(
  { now, project }: StoryChecks,
  { id, content, at, times, resolved, tracking, warnings, origin }: NewStoryInput,
): PreparedStory {
  const identity = { id, project_id: project.id, scheduled_at: at }
  const change = {
    story: { ...content, ...identity },
    resolved,
    requiresApproval: project.require_approval,
    at,
    times,
    isContentChanged: true,
  }
  const rows = content.channels.map((channel) => newRow(channel, change, at === null))
  const links = mayHaveLinks(content) ? trackedLinksOf(content, { storyId: id, resolved, rows: [], tracking, now }) : []
  const story = { ...content, ...identity, status: statusOf(rows), utm_resolved: resolved }
  const detail = {
    channels: content.channels,
    ...(at ? { scheduled_at: at.toISOString() } : {}),
    ...(origin.copyOf ? { copy_of: origin.copyOf } : {}),
    ...(origin.recurring ? { recurring_template_id: origin.recurring.id, recurring: origin.recurring.name } : {}),
    ...(origin.automation ? { automation_id: origin.automation.id, automation: origin.automation.name } : {}),
    ...(origin.import ? { import_id: origin.import.id, import: origin.import.filename ?? 'a CSV file' } : {}),
  }
  return { story, rows, links, line: { kind: 'created', actor: origin.actor, detail }, warnings }
}

const insertPrepared = async (on: Database, created: PreparedStory): Promise<StoryRow> =>
  newStoryRow(created.story, await insertNewStory(on, created))

/** Inserts stories together, with `story.scheduled` for those that have an approved row. */
export async function insertAllPrepared(
  tx: Transaction<DB>,
  created: readonly PreparedStory[],
  now: Date,
): Promise<StoryRow[]> {
  const stories = await Promise.all(created.map((one) => insertPrepared(tx, one)))
  const confirmed = stories.filter((_, index) => isConfirmed(created[index]?.rows ?? []))
  if (confirmed.length > 0) await announceScheduled(tx, confirmed, now)
  return stories
}

/** The row of a new story, without posts and metrics. */
const newStoryRow = (story: NewStory, createdAt: Date): StoryRow => ({
  ...story,
  slides: story.slides,
  channel_overrides: story.channel_overrides,
  utm_resolved: toJsonValue(story.utm_resolved),
  published_at: null,
  published_url: null,
  published_urls: {},
  published_channels: [],
  total_impressions: null,
  total_reach: null,
  total_clicks: null,
  total_saves: null,
  total_engagement: null,
  best_performing_channel: null,
  metrics_as_of: null,
  client_review: null,
  origin: 'storycast',
  created_at: createdAt,
  updated_at: createdAt,
})

const toJsonValue = (value: unknown): JsonValue => value as JsonValue

/** jsonb columns are written as text: the driver would write an array as a Postgres array. */
export const columnsOf = (content: Content) => ({
  ...content,
  slides: JSON.stringify(content.slides),
  channel_overrides: JSON.stringify(content.channel_overrides),
})

export const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
