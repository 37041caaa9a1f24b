import type { Database } from '@/lib/db/pool'
import type { ChildReading } from './slides'

export type PostNumbers = {
  channel: string
  impressions: number | null
  reach: number | null
  saves: number | null
  network_clicks: number | null
  children: ChildReading[]
  as_of: Date | null
}

/** Latest metrics of a story's posts, by channel. */
export async function numbersOf(db: Database, projectId: string, storyId: string): Promise<PostNumbers[]> {
  const rows = await db
    .selectFrom('post_metrics')
    .select(['channel', 'impressions', 'reach', 'saves', 'network_clicks', 'children', 'as_of'])
    .where('story_id', '=', storyId)
    .where('project_id', '=', projectId)
    .execute()
  return rows.map((row) => ({ ...row, children: (row.children ?? []) as ChildReading[] }))
}
