-- A stretch of the calendar reads what lies in it and nothing else. A story without a time of its own stands where it went out.
create index stories_by_time on stories (project_id, (coalesce(scheduled_at, published_at)));
