-- Notes of a team on days of its calendar.
create table calendar_notes (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  -- A day in the project's time zone. It stays the same day when the zone changes.
  day date not null,
  text text not null check (char_length(text) between 1 and 500),
  color text check (color in ('gray', 'blue', 'green', 'amber', 'red', 'violet')),
  -- Null when the account was deleted.
  author_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index calendar_notes_day on calendar_notes (project_id, day);
create index calendar_notes_author on calendar_notes (author_id);
alter table calendar_notes enable row level security;

-- Countries whose public holidays the calendar shows, as ISO 3166-1 codes.
alter table projects add column holiday_countries text[] not null default '{}';
