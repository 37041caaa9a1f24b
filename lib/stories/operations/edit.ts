import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import { conflict, type Issue, validationError } from '@/lib/errors'
import { isWaiting } from '@/lib/queue-items/status'
import { announcePublished } from '@/lib/stories/published-events'
import { lintedMembers, StoryChecks } from '../checks/story-checks'
import { validateStory } from '../checks/validate-story'
import { type Content, changedNames, contentOfRow, isSameJson } from '../content/content'
import type { editStory as contract } from '../contract'
import { type Held, lockStory } from '../repository'
import type { Warning } from '../resource-contract'
import { savedResponse } from '../responses'
import { isLocked, strideTo } from '../rows/row-plan'
import type { StoryRow } from '../serializer'
import { actorOf, announceIfScheduled, recordEdit } from '../timeline/history'
import { columnsOf } from './create'
import { editablePartOf } from './editable-part'
import { scheduleOf } from './restore-schedule'
import { applyChange } from './schedule'
import { requireAllowed } from './state-checks'

type Input = InputOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/**
 * Edits a story and its rows in one transaction. Published channels keep what was posted; failed ones stay failed
 * until retried.
 */
export async function editStory(context: Context, input: Input): Promise<Answer> {
  const { projectId } = await accessOwned(context, 'stories', input.id, 'stories:write', input.project_id)
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, input.id)
    requireAllowed(held, 'be edited')
    refuseOverwriting(held.story, input.expected_updated_at)
    const edit = await readEdit(checks, held, input)
    if (edit.changed.length === 0 && edit.at === undefined) {
      return savedResponse(held.story, held.rows, edit.warnings, context.now)
    }
    const warnings = [...edit.warnings, ...(await checkEdit(checks, held, edit, input))]
    const { story, rows } = await applyChange(tx, checks, held, {
      story: { ...held.story, ...edit.content },
      at: edit.at,
      stride: input.shift_own_times ? strideTo(edit.at, held.rows, checks.project.timezone) : undefined,
      isContentChanged: edit.changed.length > 0,
      changedChannels: edit.changedChannels,
      columns: columnsOf(edit.content),
    })
    const before = edit.at === null ? scheduleOf(held, story) : null
    const moved = edit.at === undefined ? {} : { scheduled_at: story.scheduled_at, ...(before ? { before } : {}) }
    const changed = recordedNames(held.story, edit)
    await recordEdit(tx, story, { actor: actorOf(context.principal), changed, moved })
    if (edit.at !== undefined) await announcePublished(tx, [story.id])
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return savedResponse(story, rows, warnings, context.now)
  })
}

/** The changed members, with the channels whose overrides changed. */
function recordedNames(before: StoryRow, { content, changed }: Edit): string[] {
  const overridesBefore = contentOfRow(before).channel_overrides
  const channels = channelIds.filter((id) => !isSameJson(overridesBefore[id], content.channel_overrides[id]))
  return changed.flatMap((name) =>
    name === 'channel_overrides' ? channels.map((channel) => `${name}.${channel}`) : [name],
  )
}

/** Rejects an edit based on an older version, so that two users do not overwrite each other. */
function refuseOverwriting({ updated_at }: StoryRow, expected: string | undefined): void {
  if (expected === undefined || new Date(expected).getTime() === updated_at.getTime()) return
  throw conflict('Someone else changed this story since you opened it. Reload it and repeat your change.')
}

type Edit = {
  content: Content
  /** The content of the channels that the edit is checked for. */
  checked: Content
  changed: (keyof Content)[]
  changedChannels: ReadonlySet<ChannelId> | undefined
  at: Date | null | undefined
  /** The story has no time after this edit. */
  isDraft: boolean
  warnings: Warning[]
}

async function readEdit(checks: StoryChecks, held: Held, input: Input): Promise<Edit> {
  const { story, rows } = held
  const before = contentOfRow(story)
  const { base, request, changedChannels, join } = editablePartOf(held, input, checks.now)
  const { content: checked, at, namesTime, issues } = validateStory(base, request, checks)
  const isDraft = !namesTime && (at === null || story.status === 'draft')
  const content = join(checked)
  const changed = changedNames(before, content)
  const template = changed.includes('template_id') ? await checks.templateName(content.template_id) : { issues: [] }
  const rules = await checks.checkRules(checked, { isDraft, connection_check: input.connection_check })
  const allIssues: Issue[] = [...issues, ...template.issues, ...rules.issues]
  if (allIssues.length) throw validationError(allIssues)
  const decided = rows.find((row) => isLocked(row) || row.status === 'failed' || row.status === 'rejected')
  if (at === null && decided && story.status === 'scheduled') {
    throw conflict(
      `${decided.channel} is ${decided.status} already, so this cannot become a draft again. Cancel it instead.`,
    )
  }
  return { content, checked, changed, changedChannels, at, isDraft, warnings: rules.warnings }
}

/**
 * Checks brand voice if a linted text changes, and connections. A missing connection rejects only edits of channels
 * or time, so a caption can be fixed while its account is disconnected.
 */
async function checkEdit(checks: StoryChecks, held: Held, edit: Edit, input: Input): Promise<Warning[]> {
  const { checked, changed, at, isDraft } = edit
  const isLinted = changed.some((name) => lintedMembers.includes(name))
  // Posted captions cannot change, so they are not checked.
  const linted = held.rows.some(isLocked) ? { ...checked, caption: '', comment_ask: null } : checked
  const voice = isLinted ? await checks.checkVoice(linted, input.lint_check) : []
  if (isDraft) return voice
  const ended = held.rows.filter((row) => isLocked(row) || row.status === 'rejected').map(({ channel }) => channel)
  const channels = checked.channels.filter((channel) => !ended.includes(channel))
  const isStrict = changed.includes('channels') || isMoved(held, at)
  const mode = isStrict ? input.connection_check : (input.connection_check ?? 'warn')
  return [...voice, ...(await checks.checkConnections(channels, mode))]
}

/** Whether the edit changes the time of the story or of a waiting channel. */
function isMoved({ story, rows }: Held, at: Date | null | undefined): boolean {
  if (at === undefined) return false
  const times = [story, ...rows.filter(isWaiting)].map(({ scheduled_at }) => scheduled_at?.getTime())
  return story.status === 'draft' || times.some((time) => time !== at?.getTime())
}
