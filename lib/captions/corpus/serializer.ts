import type { CorpusCaption } from './contract'
import type { CorpusRow } from './repository'

/** @param embedded ids of captions that got their vector after the row was read */
export const serializeCaption = (row: CorpusRow, embedded?: ReadonlySet<string>): CorpusCaption => ({
  id: row.id,
  project_id: row.project_id,
  caption: row.caption,
  content_type: row.content_type,
  channel: row.channel,
  source: row.source,
  approved: row.approved,
  embedded: row.embedding_model !== null || (embedded?.has(row.id) ?? false),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
