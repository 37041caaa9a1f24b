import type { Template } from './contract'
import type { TemplateRow } from './repository'

export const serializeTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  content_type: row.content_type,
  caption: row.caption,
  hashtags: row.hashtags,
  channels: row.channels,
  post_type: row.post_type,
  channel_overrides: row.channel_overrides,
  created_at: row.created_at.toISOString(),
})
