/** Every event name. Each is defined in `lib/<resource>/events.ts`. */
export const eventNames = [
  'story.scheduled',
  'story.published',
  'story.published_late',
  'story.failed',
  'story.skipped',
  'story.commented',
  'story.client_reviewed',
  'moment.detected',
  'moment.auto_drafted',
  'connection.expiring',
  'connection.expiring_soon',
  'connection.refreshed',
  'connection.broken',
  'connection.reconnected',
  'pillar.benchmark_below',
  'pillar.gap_detected',
  'inbox.message_received',
  'inbox.message_failed',
] as const
export type EventName = (typeof eventNames)[number]
