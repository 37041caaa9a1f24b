-- Links show whole days of the project's time zone. Stored as days, because moments would become other days when the
-- project changes its zone.
alter table report_links
  add column first_day date,
  add column last_day date,
  add column compared_first_day date,
  add column compared_last_day date;

update report_links l set
  first_day = (from_at at time zone coalesce(p.timezone, 'UTC'))::date,
  last_day = ((to_at - interval '1 millisecond') at time zone coalesce(p.timezone, 'UTC'))::date,
  compared_first_day = (compared_from_at at time zone coalesce(p.timezone, 'UTC'))::date,
  compared_last_day = ((compared_to_at - interval '1 millisecond') at time zone coalesce(p.timezone, 'UTC'))::date
from projects p where p.id = l.project_id;

alter table report_links
  alter column first_day set not null,
  alter column last_day set not null,
  drop column from_at,
  drop column to_at,
  drop column compared_from_at,
  drop column compared_to_at;
