import type { Context } from '@/lib/access/context'
import { listBestStories } from '@/lib/analytics/best-stories'
import type { AnalyticsTotals } from '@/lib/analytics/contract'
import { getAnalytics } from '@/lib/analytics/service'
import type { Database } from '@/lib/db/pool'
import { listMemberProjects, type MemberProject, type SummaryPerson } from './weekly-repository'

export type ProjectWeek = MemberProject & {
  totals: AnalyticsTotals
  /** The previous week, for comparison. */
  before: AnalyticsTotals
  best: { id: string; title: string | null; caption: string; engagement: number } | null
}

/** Figures of each project with published or failed posts, the busiest first, read with the user's permissions. */
export async function readWeek(db: Database, person: SummaryPerson, now: Date): Promise<ProjectWeek[]> {
  const context: Context = { db, principal: { kind: 'session', userId: person.user_id }, now }
  const weeks: ProjectWeek[] = []
  for (const project of await listMemberProjects(db, person)) {
    const week = await readProjectWeek(context, project, person)
    if (week.totals.posts > 0 || week.failed > 0) weeks.push(week)
  }
  return weeks.sort((one, other) => other.totals.posts - one.totals.posts)
}

async function readProjectWeek(
  context: Context,
  project: MemberProject,
  { from, to }: Pick<SummaryPerson, 'from' | 'to'>,
): Promise<ProjectWeek> {
  const range = { project_id: project.id, from: from.toISOString(), to: to.toISOString() }
  const earlier = new Date(from.getTime() - (to.getTime() - from.getTime())).toISOString()
  const { totals } = await getAnalytics(context, range)
  if (totals.posts === 0) return { ...project, totals, before: totals, best: null }
  const { totals: before } = await getAnalytics(context, { ...range, from: earlier, to: range.from })
  const { stories } = await listBestStories(context, { ...range, metric: 'engagement', limit: 1 })
  const [story] = stories
  const best = story?.engagement
    ? { id: story.story_id, title: story.title, caption: story.primary_caption, engagement: story.engagement }
    : null
  return { ...project, totals, before, best }
}
