import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { notFound } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import type { getQueueForecast as contract } from './contract'
import type { Finding } from './finding'
import { forecastQueue } from './forecast'
import type { ForecastKind, Severity } from './kinds'
import { issuesMax } from './limits'

type Answer = AnswerOf<typeof contract>

export async function getQueueForecast(
  context: Context,
  { project_id, days }: InputOf<typeof contract>,
): Promise<Answer> {
  const { projectId } = await accessProject(context, project_id, 'queue:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const { findings, checkedPosts, serialize } = await forecastQueue(context.db, project, { now: context.now, days })
  return {
    project_id: projectId,
    days,
    checked_at: context.now.toISOString(),
    issues: findings.slice(0, issuesMax).map(serialize),
    counts: { checked_posts: checkedPosts, ...countsOf(findings) },
  }
}

function countsOf(findings: readonly Finding[]): Omit<Answer['counts'], 'checked_posts'> {
  const by_severity: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  const by_kind: Partial<Record<ForecastKind, number>> = {}
  const posts = new Set<string>()
  for (const { severity, kind, row } of findings) {
    by_severity[severity] += 1
    by_kind[kind] = (by_kind[kind] ?? 0) + 1
    if (severity !== 'info') posts.add(row.id)
  }
  return { posts: posts.size, issues: findings.length, by_severity, by_kind }
}
