import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { issueWords } from '@/lib/api/issue-words'
import { issuesOf } from '@/lib/api/parse'
import { AppError, validationError } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { log } from '@/lib/logger'
import type { bulkCreateStories as contract } from './contract'
import { createAt } from './create'
import { CreateStory } from './create-contract'
import type { Desk } from './desk'
import { actorOf } from './history'
import { deskFor, openDesk } from './open-desk'

type Answer = AnswerOf<typeof contract>

/** 207 tells a caller who looks at the status alone that something is missing. */
export const bulkStatus = ({ ok }: Answer): number => (ok ? 201 : 207)

/** Makes up to fifty stories, each by itself: one that is refused leaves the others as they are. */
export async function bulkCreateStories(context: Context, input: InputOf<typeof contract>): Promise<Answer> {
  const desks = new Map<string | undefined, Promise<Desk>>()
  const deskOf = (named: string | undefined): Promise<Desk> => {
    const desk = desks.get(named) ?? openDesk(context, named)
    desks.set(named, desk)
    return desk
  }
  if (input.project_id) await deskOf(input.project_id)
  const created: Answer['created'] = []
  const errors: Answer['errors'] = []
  const takeTurn = yielding()
  for (const [index, item] of input.stories.entries()) {
    await takeTurn()
    try {
      const story = parseItem(item, input.project_id)
      const desk = await deskFor(story, context.now, () => deskOf(story.project_id))
      created.push({ index, ...(await createAt(desk, story, { actor: actorOf(context.principal) })) })
    } catch (error) {
      errors.push({ index, ...faultOf(error, context) })
    }
  }
  return { ok: errors.length === 0, count: created.length, total: input.stories.length, created, errors }
}

/** Parses an item as a request for that one story. @throws validation_error */
function parseItem(item: unknown, projectId: string | undefined): CreateStory {
  const parsed = CreateStory.safeParse(item, { error: issueWords })
  if (!parsed.success) throw validationError(issuesOf(parsed.error, item))
  return { ...parsed.data, project_id: parsed.data.project_id ?? projectId }
}

/**
 * Of a fault that is ours, the caller still learns what was made before it. Inside one transaction that is nothing:
 * the whole call fails and is undone.
 */
function faultOf(error: unknown, context: Context) {
  if (error instanceof AppError) return error.toBody()
  if (context.db.isTransaction) throw error
  log.error('bulk_create.item_failed', { cause: error })
  return new AppError('internal_error', 'Something went wrong on our side with this item. Try it again.').toBody()
}
