-- Stories are found by the beginnings of words. Without stemming: captions are written in any language.
create index stories_words on stories using gin (to_tsvector('simple', coalesce(title, '') || ' ' || caption));
