import type { Notification, Seen, WaitingStory } from './contract'
import type { Newest, NoticeRow } from './repository'
import type { WaitingRow } from './waiting-repository'

export const serializeNotification = (projectId: string, row: NoticeRow): Notification => ({
  id: row.id,
  project_id: projectId,
  kind: row.kind,
  created_at: row.created_at.toISOString(),
  is_read: row.is_read,
  is_settled: row.is_settled,
  channel: row.channel,
  story: row.story_id === null ? null : { id: row.story_id, title: row.story_title, caption: row.story_caption ?? '' },
  conversation: conversationOf(row),
  connection: row.connection_id === null ? null : { id: row.connection_id, account_name: row.account_name },
  endpoint: row.endpoint_id === null ? null : { id: row.endpoint_id, url: row.endpoint_url ?? '' },
  automation: row.automation_id === null ? null : { id: row.automation_id, name: row.automation_name ?? '' },
  connector: row.connector_id === null ? null : { id: row.connector_id, name: row.connector_name ?? '' },
  pillar: row.pillar,
  person_name: row.person_name,
  reason: row.reason,
  code: row.code,
  ends_at: row.ends_at,
})

function conversationOf(row: NoticeRow): Notification['conversation'] {
  const { conversation_id: id, conversation_platform: platform, participant_name } = row
  return id === null || platform === null ? null : { id, platform, participant_name }
}

export const serializeWaiting = (row: WaitingRow): WaitingStory => ({
  story: { id: row.id, title: row.title, caption: row.caption },
  channels: row.channels,
  scheduled_at: row.scheduled_at?.toISOString() ?? null,
  asked_at: row.asked_at.toISOString(),
  is_read: row.is_read,
})

export const serializeSeen = ({ sequence, alert_id, at }: Newest): Seen => ({
  sequence,
  alert_id,
  at: at.toISOString(),
})
