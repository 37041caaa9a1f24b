-- Weeks in which a conversation with this word had its last message: the search reads the conversations of these weeks
-- only. A row may be too much, because a conversation moves on to a newer week or loses a word, but none is missing.
create table inbox_word_weeks (
  project_id uuid not null references projects on delete cascade,
  -- In the order of its bytes, so that words with one beginning are a range of the index.
  word text collate "C" not null,
  week integer not null,
  primary key (project_id, word, week)
);
alter table inbox_word_weeks enable row level security;

-- Number of the week since 1970, in UTC.
create function inbox_week(at timestamptz) returns integer
language sql stable parallel safe set search_path = '' as $$
  select floor(extract(epoch from at) / 604800)::integer
$$;

-- The words of `inbox_messages.search` without the project before them.
create function inbox_words_of(search tsvector) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select substr(word, 10) from unnest(tsvector_to_array(search)) word
$$;

-- Sorted, so that two transactions wait for each other in one order.
create function add_inbox_messages_words() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.inbox_word_weeks (project_id, word, week)
  select distinct m.project_id, word, public.inbox_week(c.last_message_at)
  from added m
  join public.inbox_conversations c on c.id = m.conversation_id
  cross join lateral public.inbox_words_of(m.search) word
  -- A new conversation has no time yet. The trigger below adds its words.
  where c.last_message_at > '1970-01-08'
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger inbox_messages_added after insert on inbox_messages
  referencing new table as added for each statement execute function add_inbox_messages_words();

create function add_inbox_message_words() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.inbox_word_weeks (project_id, word, week)
  select distinct new.project_id, word, public.inbox_week(c.last_message_at)
  from public.inbox_conversations c cross join public.inbox_words_of(new.search) word
  where c.id = new.conversation_id and c.last_message_at > '1970-01-08'
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger inbox_messages_changed after update of body, author_name, conversation_id on inbox_messages
  for each row when (new.search <> old.search or new.conversation_id <> old.conversation_id)
  execute function add_inbox_message_words();

create function move_inbox_conversation_words() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.inbox_word_weeks (project_id, word, week)
  select distinct new.project_id, word, public.inbox_week(new.last_message_at)
  from public.inbox_messages m cross join lateral public.inbox_words_of(m.search) word
  where m.conversation_id = new.id
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger inbox_conversations_moved after update of last_message_at on inbox_conversations
  for each row when (public.inbox_week(new.last_message_at) <> public.inbox_week(old.last_message_at))
  execute function move_inbox_conversation_words();

-- The triggers lock the messages until this has ended, about 20 s for a million. Deliveries wait in inbox_deliveries.
insert into inbox_word_weeks (project_id, word, week)
select distinct m.project_id, word, inbox_week(c.last_message_at)
from inbox_messages m
join inbox_conversations c on c.id = m.conversation_id
cross join lateral inbox_words_of(m.search) word;

-- Counts read these indexes only, not the rows.
create index inbox_conversations_open_assignee on inbox_conversations (project_id, assignee_id)
  where status = 'open' and not archived;
create index inbox_conversations_open_unread on inbox_conversations (project_id)
  where status = 'open' and not archived and unread_count > 0;
