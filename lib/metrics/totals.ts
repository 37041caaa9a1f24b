import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/**
 * Sums the posts of each story into it. The sum over channels that report nothing is null. The best channel is the one
 * with the most engagement, then the most impressions. The stories are locked.
 */
export async function updateTotals(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  if (storyIds.length === 0) return
  await sql`
    update stories s set
      total_impressions = t.impressions, total_reach = t.reach, total_clicks = t.clicks, total_saves = t.saves,
      total_engagement = t.engagement, best_performing_channel = t.best, metrics_as_of = t.as_of
    from (
      select story_id, sum(impressions)::bigint as impressions, sum(reach)::bigint as reach,
        sum(clicks)::bigint as clicks, sum(saves)::bigint as saves, sum(engagement)::bigint as engagement,
        (array_agg(channel order by engagement desc nulls last, impressions desc nulls last, channel)
          filter (where engagement is not null or impressions is not null))[1] as best,
        max(as_of) as as_of
      from post_metrics where story_id = any(${[...storyIds]}::uuid[]) group by story_id
    ) t
    where s.id = t.story_id`.execute(tx)
}
