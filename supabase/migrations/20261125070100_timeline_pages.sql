-- A timeline is read oldest first, page by page. An edit in progress moves its entry to a later time.
create index timeline_entries_story_time on timeline_entries (story_id, created_at, id);
drop index timeline_entries_story;
