import type { Context } from '@/lib/api/context'
import { issuesIn, validationError } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { blankContent } from './content'
import type { CreateStory } from './create-contract'
import { Desk } from './desk'
import { judge } from './judge'

/** The desk of the project that stories are made in. */
export async function openDesk(context: Context, named: string | undefined): Promise<Desk> {
  const { projectId } = await accessProject(context, named, 'stories:write')
  return Desk.open(context.db, projectId, context.now)
}

/** The desk for a new story. When no project is named, the story's own problems are reported together with that. */
export async function deskFor(story: CreateStory, now: Date, open: () => Promise<Desk>): Promise<Desk> {
  try {
    return await open()
  } catch (error) {
    const issues = issuesIn(error)
    if (!issues) throw error
    throw validationError([...issues, ...judge(blankContent, story, { project: null, now }).issues])
  }
}
