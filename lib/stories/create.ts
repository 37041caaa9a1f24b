import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import type { JsonValue } from '@/lib/db/types.generated'
import { validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { madeAnswer } from './answers'
import { blankContent, type Content } from './content'
import type { createStory as contract } from './contract'
import type { CreateStory } from './create-contract'
import type { Desk } from './desk'
import { deskFor, openDesk } from './faults'
import { actorOf, announceScheduled, isConfirmed } from './history'
import { judge } from './judge'
import { mayHaveLinks, trackedLinksOf } from './links'
import { insertWhole, type NewStory } from './repository'
import type { Warning } from './resource-contract'
import { newRow, statusOf } from './row-plan'
import type { StoryRow } from './serializer'
import { type ResolvedTracking, resolveTracking, type TrackingRoom } from './tracking-values'

export type CreateAnswer = AnswerOf<typeof contract>

/** Who makes a story, and what made it when that was no person. */
export type Origin = {
  /** `user:<id>` or `token:<id>`; null for the system itself. */
  actor: string | null
  /** Name of the automation or recurring template; fills `{{automation_name}}`. */
  automationName?: string | null
  /** The story that this one is a copy of. */
  copyOf?: string
}

export async function createStory(context: Context, input: InputOf<typeof contract>): Promise<CreateAnswer> {
  const desk = await deskFor(input, context.now, () => openDesk(context, input.project_id))
  return createAt(desk, input, { actor: actorOf(context.principal) })
}

/**
 * Makes a story: everything is checked first, then story, rows, timeline and event commit together. Automations,
 * recurring templates and moments come in here as well, so that their stories pass the same checks.
 */
export async function createAt(desk: Desk, input: CreateStory, origin: Origin): Promise<CreateAnswer> {
  const { now } = desk
  const { content, at: time, issues, warnings: cuts } = await judge(blankContent, input, desk)
  const template = await desk.templateName(content.template_id)
  const files = await desk.checkMedia(content)
  const faults = [...issues, ...template.issues, ...files.issues]
  if (faults.length) throw validationError(faults)
  const at = time ?? null
  const warnings = [...cuts, ...files.warnings, ...(await desk.check(content, input, { isDraft: at === null }))]
  const id = newId()
  const room = desk.trackingRoom({ templateName: template.name, automationName: origin.automationName ?? null })
  const resolved = at ? resolveTracking(null, { ...content, id }, room, now) : null
  return insertMade(desk, { id, content, at, resolved, room, warnings, origin })
}

type Made = {
  id: string
  content: Content
  at: Date | null
  resolved: ResolvedTracking | null
  room: TrackingRoom
  warnings: Warning[]
  origin: Origin
}

/** Writes a story whose content was checked. */
export async function insertMade(
  desk: Desk,
  { id, content, at, resolved, room, warnings, origin }: Made,
): Promise<CreateAnswer> {
  const { db, now, project } = desk
  const identity = { id, project_id: project.id, scheduled_at: at }
  const change = {
    story: { ...content, ...identity },
    resolved,
    requiresApproval: project.require_approval,
    at,
    isContentChanged: true,
  }
  const rows = content.channels.map((channel) => newRow(channel, change, at === null))
  const links = mayHaveLinks(content) ? trackedLinksOf(content, { storyId: id, resolved, rows: [], room, now }) : []
  const made = { ...content, ...identity, status: statusOf(rows), utm_resolved: resolved }
  const detail = {
    channels: content.channels,
    ...(at ? { scheduled_at: at.toISOString() } : {}),
    ...(origin.copyOf ? { copy_of: origin.copyOf } : {}),
  }
  const line = { kind: 'created', actor: origin.actor, detail }
  const write = async (on: Database): Promise<StoryRow> =>
    newStoryRow(made, await insertWhole(on, { story: made, rows, links, line }))
  // A draft is one statement and needs no transaction around it; inside one it needs a savepoint.
  if (!isConfirmed(rows) && !db.isTransaction) return madeAnswer(await write(db), rows, warnings, now)
  return transaction(db, async (tx) => {
    const story = await write(tx)
    if (isConfirmed(rows)) await announceScheduled(tx, story, now)
    return madeAnswer(story, rows, warnings, now)
  })
}

/** The row of a story that was made this moment: nothing is published, nothing is measured. */
const newStoryRow = (story: NewStory, createdAt: Date): StoryRow => ({
  ...story,
  slides: toJsonValue(story.slides),
  channel_overrides: toJsonValue(story.channel_overrides),
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
  created_at: createdAt,
  updated_at: createdAt,
})

/** What was read from JSON is JSON again. */
const toJsonValue = (value: unknown): JsonValue => value as JsonValue

/** jsonb columns go in as text: the driver would write an array as a Postgres array. */
export const columnsOf = (content: Content) => ({
  ...content,
  slides: JSON.stringify(content.slides),
  channel_overrides: JSON.stringify(content.channel_overrides),
})

export const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
