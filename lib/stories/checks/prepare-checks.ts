import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { issuesIn, validationError } from '@/lib/errors'
import { blankContent } from '../content/content'
import type { CreateStory } from '../create-contract'
import { StoryChecks } from './story-checks'
import { validateStory } from './validate-story'

/** Opens the checks of the project in the request. */
export async function openStoryChecks(context: Context, named: string | undefined): Promise<StoryChecks> {
  const { projectId } = await accessProject(context, named, 'stories:write')
  return StoryChecks.open(context.db, projectId, context.now)
}

/** The checks for a new story. If the project is missing, the error also lists the story's own issues. */
export async function checksForNewStory(
  story: CreateStory,
  now: Date,
  open: () => Promise<StoryChecks>,
): Promise<StoryChecks> {
  try {
    return await open()
  } catch (error) {
    const issues = issuesIn(error)
    if (!issues) throw error
    throw validationError([...issues, ...validateStory(blankContent, story, { project: null, now }).issues])
  }
}
