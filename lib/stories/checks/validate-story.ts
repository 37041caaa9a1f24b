import type { Issue } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { type Content, changeContent } from '../content/content'
import { hasTime, readTime, type TimeRead } from '../content/schedule-time'
import type { CreateStory, EditStory, PreviewStory } from '../create-contract'

type Around = {
  /** Null when the request has no project. */
  project: Pick<ProjectRow, 'timezone'> | null
  now: Date
}

export type ValidatedStory = {
  content: Content
  at: TimeRead['at']
  /** True when the request sets a time, valid or not. */
  namesTime: boolean
  issues: Issue[]
}

/** Applies a request to the content and reads its time. Returns all issues. */
export function validateStory(
  base: Content,
  input: CreateStory | EditStory | PreviewStory,
  { project, now }: Around,
): ValidatedStory {
  const { content, issues } = changeContent(base, input, now)
  const time = readTime(input, { timezone: project?.timezone ?? null, now })
  // The zone that a local time falls back to is unknown without the project.
  const timeIssues = project ? time.issues : time.issues.filter(({ path }) => path !== 'timezone' || input.timezone)
  return { content, at: time.at, namesTime: hasTime(input), issues: [...issues, ...timeIssues] }
}
