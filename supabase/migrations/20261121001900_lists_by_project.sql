-- The newest of one project, in an order that the primary key cannot give. `id desc` alone can be had from the primary
-- key read backwards, and for a project that has most of the rows the planner takes that, walking past everything that
-- other projects have made since. An id is never null, so `nulls last` changes no answer.
drop index stories_newest;
create index stories_newest on stories (project_id, id desc nulls last);
drop index stories_by_status;
create index stories_by_status on stories (project_id, status, id desc nulls last);
drop index queue_items_newest;
create index queue_items_newest on queue_items (project_id, id desc nulls last);
drop index queue_items_by_status;
create index queue_items_by_status on queue_items (project_id, status, id desc nulls last);
