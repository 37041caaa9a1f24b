-- The last local day a person's mail about problems in the queue was made for. Also set when there were none.
create table mail_forecast_marks (
  user_id uuid primary key references users on delete cascade,
  day date not null
);
alter table mail_forecast_marks enable row level security;

-- Problems that a person was told about and that still exist.
create table mail_forecast_problems (
  user_id uuid not null references users on delete cascade,
  queue_item_id uuid not null references queue_items on delete cascade,
  kind text not null,
  primary key (user_id, queue_item_id, kind)
);
create index mail_forecast_problems_item on mail_forecast_problems (queue_item_id);
alter table mail_forecast_problems enable row level security;
