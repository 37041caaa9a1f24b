import type { Issue } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { type Content, changeContent } from './content'
import type { CreateStory, EditStory, PreviewStory } from './create-contract'
import { readTime, type TimeRead } from './schedule-time'

type Around = {
  /** Null when the request names no project. */
  project: Pick<ProjectRow, 'timezone'> | null
  now: Date
}

export type Judged = {
  content: Content
  at: TimeRead['at']
  /** True when the request names a time, whether or not it is a valid one. */
  namesTime: boolean
  issues: Issue[]
}

/** The content and time that a request asks for, and the problems that it has in itself. */
export function judge(base: Content, said: CreateStory | EditStory | PreviewStory, { project, now }: Around): Judged {
  const { content, issues } = changeContent(base, said, now)
  const time = readTime(said, { timezone: project?.timezone ?? null, now })
  // The zone that a local time falls back to is unknown without the project.
  const timeIssues = project ? time.issues : time.issues.filter(({ path }) => path !== 'timezone' || said.timezone)
  const namesTime = Boolean(said.scheduled_at || said.scheduled_at_local)
  return { content, at: time.at, namesTime, issues: [...issues, ...timeIssues] }
}
