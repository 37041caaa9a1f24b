-- Times of the week when a channel posts, in the project's zone.
create table posting_slots (
  project_id uuid not null references projects on delete cascade,
  channel text not null,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  -- Local time of day, HH:MM.
  time text not null check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (project_id, channel, weekday, time)
);
alter table posting_slots enable row level security;
