-- Who wrote the last message, if a member did it here. A copy for lists, as the preview.
alter table inbox_conversations add column last_message_user_id uuid references users on delete set null;
create index inbox_conversations_last_user on inbox_conversations (last_message_user_id)
  where last_message_user_id is not null;
update inbox_conversations c set last_message_user_id = (
    select m.user_id from inbox_messages m where m.conversation_id = c.id order by m.sent_at desc, m.id desc limit 1)
  where c.last_incoming_at is null or c.last_incoming_at < c.last_message_at;

-- Members mentioned in the text as <@user id>.
alter table inbox_notes add column mentions uuid[] not null default '{}';

-- A notice is about a story, or about a note in the inbox. Deleted with its note.
alter table member_notices add column note_id uuid references inbox_notes on delete cascade;
alter table member_notices alter column story_id drop not null;
alter table member_notices add check (num_nonnulls(story_id, note_id) = 1);
create index member_notices_note on member_notices (note_id) where note_id is not null;
