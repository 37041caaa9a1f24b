-- The calendar reads only the rows of its range. A story without a time is shown at its publish time.
create index stories_by_time on stories (project_id, (coalesce(scheduled_at, published_at)));
