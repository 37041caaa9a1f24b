-- When a post had its first reading at least 24 hours after publishing. Rates and comparisons use only such posts.
alter table post_metrics add column settled_at timestamptz;

update post_metrics m set settled_at = r.taken_at
from (
  select queue_item_id, min(taken_at) as taken_at from metric_readings
  where kind in ('24h', '72h', '7d')
    and num_nonnulls(impressions, reach, clicks, saves, shares, likes, comments) > 0
  group by queue_item_id
) r
where r.queue_item_id = m.queue_item_id;
