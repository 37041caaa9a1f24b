-- Notifications are made from these lines, newest first. Failed first comments are new.
create index timeline_entries_noticed on timeline_entries (project_id, id desc)
  where kind in ('media_problem', 'first_comment_failed', 'recurring_draft', 'automation_draft');
drop index timeline_entries_kept_drafts;
