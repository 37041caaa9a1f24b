-- URL of the account's photo at its network. It may expire there; the thumbnail of it stays.
alter table social_connections add column picture_url text;
