-- The library is searched, narrowed, and asked which stories use a file.

-- Words of a name, its category and its tags, without stemming. Names of files are taken apart at their punctuation and
-- between letters and digits: “IMG_2041.jpg” is found by “2041”, which the parser alone would keep as one word.
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

-- A page of films must not be looked for among all the pictures.
create function asset_kind(mime_type text) returns text
  language sql immutable parallel safe
  return case
    when mime_type = 'image/svg+xml' then 'drawing'
    when mime_type like 'video/%' then 'film'
    else 'picture'
  end;
create index assets_by_kind on assets (project_id, asset_kind(mime_type), id desc nulls last);
create index assets_by_category on assets (project_id, category, id desc nulls last) where category is not null;

-- Every address that a story names, wherever in its slides and overrides it stands.
create index stories_media on stories using gin (
  jsonb_path_query_array(slides || channel_overrides, '$.** ? (@ starts with "http")') jsonb_path_ops);
