-- Search and filters of the library, and the stories that use a file.

-- Words of name, category and tags, without stemming. File names are split at punctuation and between letters and
-- digits, so that “2041” finds “IMG_2041.jpg”. The parser alone would keep it as one word.
create function asset_words(name text, category text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple'::regconfig,
    regexp_replace(
      regexp_replace(
        name || ' ' || coalesce(category, '') || ' ' || array_to_string(tags, ' '),
        '[-_.,;:/\\()\[\]{}<>+@#&=''"!?%~*|$]+', ' ', 'g'),
      '([0-9]+)', ' \1 ', 'g'));
create index assets_words on assets using gin (asset_words(name, category, tags));

-- Lists of videos should not read all images.
create function asset_kind(mime_type text) returns text
  language sql immutable parallel safe
  return case
    when mime_type = 'image/svg+xml' then 'drawing'
    when mime_type like 'video/%' then 'film'
    else 'picture'
  end;
create index assets_by_kind on assets (project_id, asset_kind(mime_type), id desc nulls last);
create index assets_by_category on assets (project_id, category, id desc nulls last) where category is not null;

-- Every URL in a story, including its slides and overrides.
create index stories_media on stories using gin (
  jsonb_path_query_array(slides || channel_overrides, '$.** ? (@ starts with "http")') jsonb_path_ops);
