import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { metrics, rates } from './rates'
import { rateColumn, sumColumn } from './sums'

/** Columns of `stories` with the results of posts that were read 24 hours after publishing or later. */
export const settledColumn = (name: (typeof settledNames)[number]) => `settled_${name}` as const
const settledNames = [...metrics, ...rates] as const

const settled = sql.join([
  ...metrics.map((metric) => sql`${sumColumn(metric)}::bigint as ${sql.ref(settledColumn(metric))}`),
  ...rates.map((rate) => sql`${rateColumn(rate)} as ${sql.ref(settledColumn(rate))}`),
])
const settledValues = sql.join(
  settledNames.map((name) => sql`${sql.ref(settledColumn(name))} = ${sql.ref(`r.${settledColumn(name)}`)}`),
)

/**
 * Updates the totals of stories from their posts. A metric that no channel reports is null. The best channel has the
 * most engagement, then the most impressions. The caller holds the locks of the stories.
 */
export async function updateTotals(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  if (storyIds.length === 0) return
  const ids = sql`any(${[...storyIds]}::uuid[])`
  await sql`
    update stories s set
      total_impressions = t.impressions, total_reach = t.reach, total_clicks = t.clicks, total_saves = t.saves,
      total_engagement = t.engagement, best_performing_channel = t.best, metrics_as_of = t.as_of, ${settledValues}
    from (
      select story_id, sum(impressions)::bigint as impressions, sum(reach)::bigint as reach,
        sum(clicks)::bigint as clicks, sum(saves)::bigint as saves, sum(engagement)::bigint as engagement,
        (array_agg(channel order by engagement desc nulls last, impressions desc nulls last, channel)
          filter (where engagement is not null or impressions is not null))[1] as best,
        max(as_of) as as_of
      from post_metrics where story_id = ${ids} group by story_id
    ) t left join (
      select story_id, ${settled} from post_metrics
      where story_id = ${ids} and settled_at is not null group by story_id
    ) r on r.story_id = t.story_id
    where s.id = t.story_id`.execute(tx)
}
