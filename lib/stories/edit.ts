import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { conflict, type Issue, validationError } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { madeAnswer } from './answers'
import { type Content, changedNames, contentOfRow } from './content'
import type { editStory as contract } from './contract'
import { columnsOf } from './create'
import { Desk } from './desk'
import { refusePosted, requireAllowed } from './guards'
import { actorOf, announceScheduled, isConfirmed, recordEdit } from './history'
import { judge } from './judge'
import { type Held, lockStory } from './repository'
import type { Warning } from './resource-contract'
import { strideTo } from './row-plan'
import { applyChange } from './schedule'
import type { StoryRow } from './serializer'

type Input = InputOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/** Edits a draft or scheduled story; its rows follow in the same transaction. */
export async function editStory(context: Context, input: Input): Promise<Answer> {
  const { projectId } = await accessOwned(context, 'stories', input.id, 'stories:write', input.project_id)
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, input.id)
    requireAllowed(held, 'be edited')
    refusePosted(held)
    refuseOverwriting(held.story, input.expected_updated_at)
    const edit = await readEdit(desk, held, input)
    if (edit.changed.length === 0 && edit.at === undefined) return madeAnswer(held.story, held.rows, [], context.now)
    const isDraft = edit.at === undefined ? held.story.status === 'draft' : edit.at === null
    const warnings = [...edit.warnings, ...(await desk.check(edit.content, input, { isDraft }))]
    const { story, rows } = await applyChange(tx, desk, held, {
      story: { ...held.story, ...edit.content } as StoryRow,
      at: edit.at,
      stride: input.shift_own_times ? strideTo(edit.at, held.rows, desk.project.timezone) : undefined,
      isContentChanged: edit.changed.length > 0,
      columns: columnsOf(edit.content),
    })
    const moved = edit.at === undefined ? {} : { scheduled_at: story.scheduled_at }
    await recordEdit(tx, story, { actor: actorOf(context.principal), changed: edit.changed, moved })
    if (edit.at && isConfirmed(rows)) await announceScheduled(tx, story, context.now)
    return madeAnswer(story, rows, warnings, context.now)
  })
}

/** Two people with one story open: the second to save is told, and the first one's words stay. */
function refuseOverwriting({ updated_at }: StoryRow, expected: string | undefined): void {
  if (expected === undefined || new Date(expected).getTime() === updated_at.getTime()) return
  throw conflict('Somebody else changed this story since you opened it. Load it again and repeat your change.')
}

type Edit = { content: Content; changed: (keyof Content)[]; at: Date | null | undefined; warnings: Warning[] }

async function readEdit(desk: Desk, { story, rows }: Held, input: Input): Promise<Edit> {
  const before = contentOfRow(story)
  const { content, at, issues, warnings } = await judge(before, input, desk)
  const changed = changedNames(before, content)
  const template = changed.includes('template_id') ? await desk.templateName(content.template_id) : { issues: [] }
  const files = await desk.checkMedia(content)
  const faults: Issue[] = [...issues, ...template.issues, ...files.issues]
  if (faults.length) throw validationError(faults)
  const decided = rows.find(({ status }) => status === 'failed' || status === 'rejected')
  if (at === null && decided && story.status === 'scheduled') {
    throw conflict(
      `${decided.channel} is ${decided.status} already, so this cannot become a draft again. Cancel it instead.`,
    )
  }
  return { content, changed, at, warnings: [...warnings, ...files.warnings] }
}
