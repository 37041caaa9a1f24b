-- Sums and rates of a story's posts that were read 24 hours after publishing or later. Kept with the story, because
-- grouping a project's posts for each search of the best stories takes seconds in a large project.
alter table stories
  add column settled_impressions bigint,
  add column settled_reach bigint,
  add column settled_clicks bigint,
  add column settled_saves bigint,
  add column settled_shares bigint,
  add column settled_likes bigint,
  add column settled_comments bigint,
  add column settled_engagement bigint,
  add column settled_save_rate float8,
  add column settled_share_rate float8,
  add column settled_click_rate float8,
  add column settled_engagement_rate float8;

update stories s set
  settled_impressions = r.impressions, settled_reach = r.reach, settled_clicks = r.clicks, settled_saves = r.saves,
  settled_shares = r.shares, settled_likes = r.likes, settled_comments = r.comments,
  settled_engagement = r.engagement,
  settled_save_rate = round(10000 * r.rated_saves / nullif(r.saves_impressions, 0)) / 10000,
  settled_share_rate = round(10000 * r.rated_shares / nullif(r.shares_impressions, 0)) / 10000,
  settled_click_rate = round(10000 * r.rated_clicks / nullif(r.clicks_impressions, 0)) / 10000,
  settled_engagement_rate = round(10000 * r.rated_engagement / nullif(r.engagement_impressions, 0)) / 10000
from (
  select story_id, sum(impressions)::bigint as impressions, sum(reach)::bigint as reach, sum(clicks)::bigint as clicks,
    sum(saves)::bigint as saves, sum(shares)::bigint as shares, sum(likes)::bigint as likes,
    sum(comments)::bigint as comments, sum(engagement)::bigint as engagement,
    sum(saves) filter (where impressions > 0)::float8 as rated_saves,
    sum(shares) filter (where impressions > 0)::float8 as rated_shares,
    sum(clicks) filter (where impressions > 0)::float8 as rated_clicks,
    sum(engagement) filter (where impressions > 0)::float8 as rated_engagement,
    sum(impressions) filter (where saves is not null)::float8 as saves_impressions,
    sum(impressions) filter (where shares is not null)::float8 as shares_impressions,
    sum(impressions) filter (where clicks is not null)::float8 as clicks_impressions,
    sum(impressions) filter (where engagement is not null)::float8 as engagement_impressions
  from post_metrics where settled_at is not null group by story_id
) r
where r.story_id = s.id;

-- Holds all columns that a search of the best stories usually reads.
create index stories_results on stories (project_id, published_at) include (
  id, status, content_type, settled_impressions, settled_clicks, settled_saves, settled_shares, settled_engagement,
  settled_save_rate, settled_share_rate, settled_click_rate, settled_engagement_rate
) where published_at is not null;
