-- What "Add sample data" created in a project, so that it can be removed again.
create table sample_data (
  project_id uuid not null references projects on delete cascade,
  -- `post`: a published story. `draft`: removed only while it is a draft.
  kind text not null check (kind in ('post', 'draft', 'template', 'pillar', 'asset')),
  resource_id uuid not null,
  primary key (project_id, resource_id)
);
alter table sample_data enable row level security;
