import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { transaction } from '@/lib/db/pool'
import { conflict, type Issue, validationError } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { announcePublished } from '@/lib/publishing/published-events'
import { madeAnswer } from './answers'
import { type Content, changedNames, contentOfRow } from './content'
import type { editStory as contract } from './contract'
import { columnsOf } from './create'
import { Desk, lintedMembers } from './desk'
import { requireAllowed } from './guards'
import { actorOf, announceIfScheduled, recordEdit } from './history'
import { judge } from './judge'
import { openPartOf } from './open-part'
import { type Held, lockStory } from './repository'
import type { Warning } from './resource-contract'
import { isLocked, isWaiting, strideTo } from './row-plan'
import { applyChange } from './schedule'
import type { StoryRow } from './serializer'

type Input = InputOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/**
 * Edits a story; its rows follow in the same transaction. Channels that are published keep what was posted. What failed
 * stays failed until it is retried.
 */
export async function editStory(context: Context, input: Input): Promise<Answer> {
  const { projectId } = await accessOwned(context, 'stories', input.id, 'stories:write', input.project_id)
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, input.id)
    requireAllowed(held, 'be edited')
    refuseOverwriting(held.story, input.expected_updated_at)
    const edit = await readEdit(desk, held, input)
    if (edit.changed.length === 0 && edit.at === undefined) {
      return madeAnswer(held.story, held.rows, edit.warnings, context.now)
    }
    const warnings = [...edit.warnings, ...(await checkEdit(desk, held, edit, input))]
    const { story, rows } = await applyChange(tx, desk, held, {
      story: { ...held.story, ...edit.content } as StoryRow,
      at: edit.at,
      stride: input.shift_own_times ? strideTo(edit.at, held.rows, desk.project.timezone) : undefined,
      isContentChanged: edit.changed.length > 0,
      changedChannels: edit.changedChannels,
      columns: columnsOf(edit.content),
    })
    const moved = edit.at === undefined ? {} : { scheduled_at: story.scheduled_at }
    await recordEdit(tx, story, { actor: actorOf(context.principal), changed: edit.changed, moved })
    if (edit.at !== undefined) await announcePublished(tx, [story.id])
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return madeAnswer(story, rows, warnings, context.now)
  })
}

/** Two people with one story open: the second to save is told, and the first one's words stay. */
function refuseOverwriting({ updated_at }: StoryRow, expected: string | undefined): void {
  if (expected === undefined || new Date(expected).getTime() === updated_at.getTime()) return
  throw conflict('Somebody else changed this story since you opened it. Load it again and repeat your change.')
}

type Edit = {
  content: Content
  /** The content as the channels see it that the edit is checked for. */
  checked: Content
  changed: (keyof Content)[]
  changedChannels: ReadonlySet<ChannelId> | undefined
  at: Date | null | undefined
  /** The story has no time after this edit. */
  isDraft: boolean
  warnings: Warning[]
}

async function readEdit(desk: Desk, held: Held, input: Input): Promise<Edit> {
  const { story, rows } = held
  const before = contentOfRow(story)
  const { base, said, changedChannels, join } = openPartOf(held, input, desk.now)
  const { content: checked, at, namesTime, issues } = judge(base, said, desk)
  const isDraft = !namesTime && (at === null || story.status === 'draft')
  const content = join(checked)
  const changed = changedNames(before, content)
  const template = changed.includes('template_id') ? await desk.templateName(content.template_id) : { issues: [] }
  const rules = await desk.checkRules(checked, { isDraft, connection_check: input.connection_check })
  const faults: Issue[] = [...issues, ...template.issues, ...rules.issues]
  if (faults.length) throw validationError(faults)
  const decided = rows.find((row) => isLocked(row) || row.status === 'failed' || row.status === 'rejected')
  if (at === null && decided && story.status === 'scheduled') {
    throw conflict(
      `${decided.channel} is ${decided.status} already, so this cannot become a draft again. Cancel it instead.`,
    )
  }
  return { content, checked, changed, changedChannels, at, isDraft, warnings: rules.warnings }
}

/**
 * The brand voice if the edit changes a text it looks at, and the connections. A missing connection stops only an edit
 * that changes the channels or the time: a text can be corrected while its account is gone.
 */
async function checkEdit(desk: Desk, held: Held, edit: Edit, input: Input): Promise<Warning[]> {
  const { checked, changed, at, isDraft } = edit
  const isLinted = changed.some((name) => lintedMembers.includes(name))
  // A caption that was posted is no longer open to change.
  const linted = held.rows.some(isLocked) ? { ...checked, caption: '' } : checked
  const voice = isLinted ? await desk.checkVoice(linted, input.lint_check) : []
  if (isDraft) return voice
  const ended = held.rows.filter((row) => isLocked(row) || row.status === 'rejected').map(({ channel }) => channel)
  const channels = checked.channels.filter((channel) => !ended.includes(channel))
  const isStrict = changed.includes('channels') || isMoved(held, at)
  const mode = isStrict ? input.connection_check : (input.connection_check ?? 'warn')
  return [...voice, ...(await desk.checkConnections(channels, mode))]
}

/** Whether the story gets a time, or it or a waiting channel another one than it has. */
function isMoved({ story, rows }: Held, at: Date | null | undefined): boolean {
  if (at === undefined) return false
  const times = [story, ...rows.filter(isWaiting)].map(({ scheduled_at }) => scheduled_at?.getTime())
  return story.status === 'draft' || times.some((time) => time !== at?.getTime())
}
