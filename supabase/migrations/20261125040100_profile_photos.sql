-- Path of the photo in storage, `<user id>/<random>.webp`. Null: initials are shown.
alter table users add column photo_path text;
create unique index users_photo_path on users (photo_path) where photo_path is not null;
