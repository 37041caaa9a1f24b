import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { issueText } from '@/lib/api/issue-text'
import { issuesOf } from '@/lib/api/parse'
import { AppError, validationError } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { log } from '@/lib/logger'
import { checksForNewStory, openStoryChecks } from '../checks/prepare-checks'
import type { StoryChecks } from '../checks/story-checks'
import type { bulkCreateStories as contract } from '../contract'
import { CreateStory } from '../create-contract'
import { actorOf } from '../timeline/history'
import { createAt } from './create'

type Answer = AnswerOf<typeof contract>

/** 207 tells callers that check only the status that something failed. */
export const bulkStatus = ({ ok }: Answer): number => (ok ? 201 : 207)

/** Creates up to fifty stories. A rejected story does not affect other stories. */
export async function bulkCreateStories(context: Context, input: InputOf<typeof contract>): Promise<Answer> {
  const checksByProject = new Map<string | undefined, Promise<StoryChecks>>()
  const checksOf = (named: string | undefined): Promise<StoryChecks> => {
    const checks = checksByProject.get(named) ?? openStoryChecks(context, named)
    checksByProject.set(named, checks)
    return checks
  }
  if (input.project_id) await checksOf(input.project_id)
  const created: Answer['created'] = []
  const errors: Answer['errors'] = []
  const takeTurn = yielding()
  for (const [index, item] of input.stories.entries()) {
    await takeTurn()
    try {
      const story = parseItem(item, input.project_id)
      const checks = await checksForNewStory(story, context.now, () => checksOf(story.project_id))
      created.push({ index, ...(await createAt(checks, story, { actor: actorOf(context.principal) })) })
    } catch (error) {
      errors.push({ index, ...errorOf(error, context) })
    }
  }
  return { ok: errors.length === 0, count: created.length, total: input.stories.length, created, errors }
}

/**
 * Parses one item as a create request.
 *
 * @throws validation_error
 */
function parseItem(item: unknown, projectId: string | undefined): CreateStory {
  const parsed = CreateStory.safeParse(item, { error: issueText })
  if (!parsed.success) throw validationError(issuesOf(parsed.error, item))
  return { ...parsed.data, project_id: parsed.data.project_id ?? projectId }
}

/**
 * Reports an internal error as an error of its item, so that the caller gets the stories created before it. Inside a
 * transaction the whole call fails and rolls back.
 */
function errorOf(error: unknown, context: Context) {
  if (error instanceof AppError) return error.toBody()
  if (context.db.isTransaction) throw error
  log.error('bulk_create.item_failed', { cause: error })
  return new AppError('internal_error', 'An internal error occurred for this item. Try it again.').toBody()
}
