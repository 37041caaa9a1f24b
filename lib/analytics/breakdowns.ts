import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { findProject } from '@/lib/projects/repository'
import { type getEngagementHeatMap, heatMapPostsMin, type listPillarAnalytics } from './breakdown-contract'
import { heatMapOf, sumByPillar } from './breakdowns-repository'
import { numbersOf, requireValidRange } from './service'

export async function getHeatMap(
  context: Context,
  input: InputOf<typeof getEngagementHeatMap>,
): Promise<AnswerOf<typeof getEngagementHeatMap>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  requireValidRange(input)
  const timezone = (await findProject(context.db, projectId))?.timezone ?? 'UTC'
  const filter = { from: input.from, to: input.to, channels: input.channel }
  const rows = await heatMapOf(context.db, projectId, filter, timezone)
  return {
    timezone,
    posts_min: heatMapPostsMin,
    cells: rows.map(({ weekday, hour, posts, median }) => ({
      weekday,
      hour,
      posts,
      median_engagement_rate: posts < heatMapPostsMin ? null : Math.round(median * 10_000) / 10_000,
    })),
  }
}

export async function listByPillar(
  context: Context,
  input: InputOf<typeof listPillarAnalytics>,
): Promise<AnswerOf<typeof listPillarAnalytics>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  requireValidRange(input)
  const filter = { from: input.from, to: input.to, channels: input.channel }
  const rows = await sumByPillar(context.db, projectId, filter)
  return {
    pillars: rows.map((row) => ({
      content_type: row.content_type,
      name: row.name,
      color: row.color,
      ...numbersOf([row]),
    })),
  }
}
