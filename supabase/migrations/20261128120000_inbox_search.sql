-- Every word of a message and of its author's name, behind the last characters of the project id: the prefix search of a
-- word reads the words of this project only. Postgres limits the length of a word.
create function inbox_search_words(project_id uuid, content text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_to_tsvector(array_agg(right(project_id::text, 8) || ':' || left(word, 200))), '')
  from unnest(tsvector_to_array(to_tsvector('simple', content))) word
$$;
drop index inbox_messages_search;
alter table inbox_messages add column search tsvector
  generated always as (inbox_search_words(project_id, body || ' ' || coalesce(author_name, ''))) stored;
create index inbox_messages_search on inbox_messages using gin (search) with (fastupdate = off);

-- Tags of other projects are not read.
create function inbox_tag_keys(project_id uuid, tags text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(project_id || ':' || tag), '{}') from unnest(tags) tag
$$;
create index inbox_conversations_tags on inbox_conversations using gin (inbox_tag_keys(project_id, tags))
  with (fastupdate = off) where tags <> '{}';

create index inbox_conversations_newest on inbox_conversations (project_id, archived, last_message_at desc, id desc);
-- The status is not in these: lists show several at once.
drop index inbox_conversations_unread;
create index inbox_conversations_unread on inbox_conversations (project_id, archived, last_message_at desc, id desc)
  where unread_count > 0;
drop index inbox_conversations_assignee;
create index inbox_conversations_assignee on inbox_conversations
  (project_id, assignee_id, archived, last_message_at desc, id desc);

-- Replies whose outcome is unknown. Each message of an account may be one of them.
create index inbox_messages_in_doubt on inbox_messages (project_id)
  where external_id is null and doubt_since is not null;
