-- Captions that suggestions learn from.
create table caption_corpus (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  caption text not null,
  -- SHA-256 of the folded caption: a text is stored once.
  caption_hash bytea not null,
  content_type text,
  channel text,
  source text not null check (source in ('seed', 'manual', 'published')),
  approved boolean not null,
  -- Null until embedded. Vectors are compared only within one model and one length.
  embedding real[],
  embedding_model text,
  embedding_dimensions integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nulls(embedding, embedding_model, embedding_dimensions) in (0, 3))
);
create unique index caption_corpus_text on caption_corpus (project_id, caption_hash);
create index caption_corpus_by_project on caption_corpus (project_id, id desc);
create index caption_corpus_approved on caption_corpus (project_id, approved, id desc);
create index caption_corpus_source on caption_corpus (project_id, source, id desc);
create index caption_corpus_to_embed on caption_corpus (embedding_model, embedding_dimensions, id);
alter table caption_corpus enable row level security;

-- Stories whose caption was copied into the corpus, so that a deleted copy does not come back.
create table caption_copies (
  story_id uuid primary key references stories on delete cascade,
  copied_at timestamptz not null default now()
);
alter table caption_copies enable row level security;

-- Existing events count as handled.
alter table events add column captions_copied_at timestamptz default now();
alter table events alter column captions_copied_at drop default;
create index events_captions_to_copy on events (id)
  where event = 'story.published' and captions_copied_at is null;
