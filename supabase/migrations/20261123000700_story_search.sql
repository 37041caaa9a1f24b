-- Search by the beginnings of words. Without stemming, because captions can be in any language.
create index stories_words on stories using gin (to_tsvector('simple', coalesce(title, '') || ' ' || caption));
