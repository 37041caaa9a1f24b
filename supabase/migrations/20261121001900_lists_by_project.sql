-- The newest rows of one project. With `id desc` alone, the planner may read the primary key backwards for a project that
-- has most of the rows, and so pass all newer rows of other projects. This order prevents that. An id is never null, so
-- `nulls last` does not change the result.
drop index stories_newest;
create index stories_newest on stories (project_id, id desc nulls last);
drop index stories_by_status;
create index stories_by_status on stories (project_id, status, id desc nulls last);
drop index queue_items_newest;
create index queue_items_newest on queue_items (project_id, id desc nulls last);
drop index queue_items_by_status;
create index queue_items_by_status on queue_items (project_id, status, id desc nulls last);
