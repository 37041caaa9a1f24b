import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { issuesOf } from '@/lib/api/parse'
import { AppError, validationError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { accessProject } from '@/lib/projects/access'
import type { bulkCreateStories as contract } from './contract'
import { createAt } from './create'
import { CreateStory } from './create-contract'
import { Desk } from './desk'
import { actorOf } from './history'

type Answer = AnswerOf<typeof contract>

/** 207 tells a caller who looks at the status alone that something is missing. */
export const bulkStatus = ({ ok }: Answer): number => (ok ? 201 : 207)

/** Makes up to fifty stories, each by itself: one that is refused leaves the others as they are. */
export async function bulkCreateStories(context: Context, input: InputOf<typeof contract>): Promise<Answer> {
  const desks = new Map<string | undefined, Promise<Desk>>()
  const deskFor = (named: string | undefined): Promise<Desk> => {
    const desk = desks.get(named) ?? openDesk(context, named)
    desks.set(named, desk)
    return desk
  }
  if (input.project_id) await deskFor(input.project_id)
  const created: Answer['created'] = []
  const errors: Answer['errors'] = []
  for (const [index, item] of input.stories.entries()) {
    try {
      const story = parseItem(item)
      const desk = await deskFor(story.project_id ?? input.project_id)
      created.push({ index, ...(await createAt(desk, story, { actor: actorOf(context.principal) })) })
    } catch (error) {
      errors.push({ index, ...faultOf(error, context) })
    }
  }
  return { ok: errors.length === 0, count: created.length, total: input.stories.length, created, errors }
}

async function openDesk(context: Context, named: string | undefined): Promise<Desk> {
  const { projectId } = await accessProject(context, named, 'stories:write')
  return Desk.open(context.db, projectId, context.now)
}

function parseItem(item: unknown): CreateStory {
  const parsed = CreateStory.safeParse(item)
  if (!parsed.success) throw validationError(issuesOf(parsed.error))
  return parsed.data
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
