-- A connector stopped working. The next one is made after it worked again.
create table connector_alerts (
  -- UUID v7.
  id uuid primary key,
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  kind text not null check (kind in ('failing', 'gone')),
  message text not null,
  created_at timestamptz not null default now()
);
create index connector_alerts_project on connector_alerts (project_id, id desc);
create index connector_alerts_connector on connector_alerts (connector_id, id desc);
create index connector_alerts_created on connector_alerts (created_at);
alter table connector_alerts enable row level security;
