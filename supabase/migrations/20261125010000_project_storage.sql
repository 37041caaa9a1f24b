-- Bytes of the files that each project has uploaded, kept up to date by triggers. The row is locked until the end of the
-- transaction that stores a file, so two uploads at once cannot both use the last free bytes.
create table project_storage (
  project_id uuid primary key references projects on delete cascade,
  used_bytes bigint not null check (used_bytes >= 0)
);
alter table project_storage enable row level security;

insert into project_storage (project_id, used_bytes)
select project_id, sum(file_size) from assets where path is not null group by project_id;

create function add_stored_bytes() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.project_storage as s (project_id, used_bytes) values (new.project_id, new.file_size)
  on conflict (project_id) do update set used_bytes = s.used_bytes + excluded.used_bytes;
  return null;
end $$;

create function subtract_stored_bytes() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.project_storage set used_bytes = used_bytes - old.file_size where project_id = old.project_id;
  return null;
end $$;

-- Remote files have no path: their bytes are stored elsewhere.
create trigger assets_stored after insert on assets
  for each row when (new.path is not null) execute function add_stored_bytes();
create trigger assets_removed after delete on assets
  for each row when (old.path is not null) execute function subtract_stored_bytes();
