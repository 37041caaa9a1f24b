import type { ListedMoment, Moment } from './contract'
import type { ListedMomentRow, MomentRow } from './repository'

export const serializeMoment = (row: MomentRow): Moment => ({
  id: row.id,
  project_id: row.project_id,
  story_id: row.story_id,
  kind: row.kind,
  severity: row.severity,
  status: row.status,
  headline: row.headline,
  reasoning: row.reasoning,
  data_snapshot: row.data_snapshot,
  detected_at: row.detected_at.toISOString(),
  draft_story_id: row.draft_story_id,
})

export const serializeListed = (row: ListedMomentRow): ListedMoment => ({
  ...serializeMoment(row),
  story:
    row.story_id !== null && row.story
      ? {
          id: row.story_id,
          title: row.story.title,
          caption: row.story.caption,
          channels: row.story.channels,
          media_url: row.story.media_url,
          published_at: row.story_published_at?.toISOString() ?? null,
        }
      : null,
})
