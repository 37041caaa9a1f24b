-- Links show whole days of the project's time zone. Stored as days, because moments would become other days when the
-- project changes its zone.
alter table report_links
  add column first_day date,
  add column last_day date,
  add column compared_first_day date,
  add column compared_last_day date,
  alter column from_at drop not null,
  alter column to_at drop not null;

-- During a deploy, servers of the previous version read and write the old columns, new servers the days. The trigger
-- fills in the other form, so that each can show the links of the other. A later release can drop the old columns.
create function fill_report_link_period() returns trigger language plpgsql set search_path = '' as $$
declare
  zone text := (select coalesce(timezone, 'UTC') from public.projects where id = new.project_id);
begin
  if new.first_day is null then
    new.first_day := (new.from_at at time zone zone)::date;
    new.last_day := ((new.to_at - interval '1 millisecond') at time zone zone)::date;
    new.compared_first_day := (new.compared_from_at at time zone zone)::date;
    new.compared_last_day := ((new.compared_to_at - interval '1 millisecond') at time zone zone)::date;
  else
    new.from_at := new.first_day::timestamp at time zone zone;
    new.to_at := (new.last_day + 1)::timestamp at time zone zone;
    new.compared_from_at := new.compared_first_day::timestamp at time zone zone;
    new.compared_to_at := (new.compared_last_day + 1)::timestamp at time zone zone;
  end if;
  return new;
end $$;

create trigger report_link_period before insert or update of first_day on report_links
for each row execute function fill_report_link_period();

-- The trigger fills in the days of existing links.
update report_links set first_day = null;

alter table report_links
  alter column first_day set not null,
  alter column last_day set not null;
