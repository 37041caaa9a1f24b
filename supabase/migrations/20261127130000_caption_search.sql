-- Signs of the first 512 numbers of the vector: finds candidates for the exact comparison without reading all vectors.
alter table caption_corpus add column signature bit(512);
alter table caption_corpus add constraint caption_corpus_signature check (num_nulls(embedding, signature) in (0, 2));
-- Floats do not compress.
alter table caption_corpus alter column embedding set storage external;
-- The search reads this index only.
create index caption_corpus_search
  on caption_corpus (project_id, approved, embedding_model, embedding_dimensions)
  include (content_type, channel, signature, id);
-- The rows to embed are found by model, or as those without one.
drop index caption_corpus_to_embed;
create index caption_corpus_to_embed on caption_corpus (embedding_model, embedding_dimensions, project_id, id);
