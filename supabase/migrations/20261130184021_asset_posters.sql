-- The cover image of a video, for the dashboard and for networks that take one.
alter table assets add column poster_path text unique;
