-- Rationales of recommendations, worded by the model. Filled by a job, because listing recommendations cannot wait for it.
create table recommendation_texts (
  project_id uuid not null references projects on delete cascade,
  -- SHA-256 of model, title and rationale, so that changed figures need a new text.
  hash bytea not null,
  title text not null,
  rationale text not null,
  -- Null: not worded yet, or the model's text could not be used.
  worded text,
  attempts smallint not null default 0,
  -- Null: done or given up.
  next_attempt_at timestamptz default now(),
  shown_on date not null default current_date,
  primary key (project_id, hash)
);
create index recommendation_texts_due on recommendation_texts (next_attempt_at) where next_attempt_at is not null;
alter table recommendation_texts enable row level security;
