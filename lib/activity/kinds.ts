import type { ProjectChangeKind } from '@/lib/project-activity/record'
import type { ActionKind } from '@/lib/stories/timeline/history'

/** The groups that the activity can be filtered by. */
export const activityKinds = [
  'content',
  'schedule',
  'approval',
  'comments',
  'clients',
  'publishing',
  'project',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Entries of timelines that are shown. The index `timeline_entries_activity` has the same list. */
export const storyKinds: Record<Exclude<ActivityKind, 'project'>, readonly (ActionKind | 'event')[]> = {
  content: ['created', 'edited', 'archived', 'resynced', 'recurring_draft', 'automation_draft'],
  schedule: ['scheduled', 'rescheduled', 'publish_requested', 'cancelled', 'retried', 'drafted', 'left_out'],
  approval: ['approved', 'rejected'],
  comments: ['commented', 'client_commented'],
  clients: ['review_requested', 'client_approved', 'client_changes', 'client_commented'],
  publishing: ['event', 'first_comment_retried', 'pinned', 'unpinned'],
}

/** Events on timelines that are shown. The others repeat an action. */
export const shownEvents = ['story.published', 'story.published_late', 'story.failed'] as const

/** Completes “Ana Rossi …”: the sentence of a change of the project. */
export const changeTexts: Record<ProjectChangeKind, (detail: Record<string, unknown>) => string> = {
  member_invited: ({ masked_email, role }) => `Invited ${masked_email} as ${role}.`,
  member_joined: ({ role }) => `Joined as ${role}.`,
  member_changed: ({ name, role }) => `Changed the role of ${name} to ${role}.`,
  member_removed: ({ name }) => `Removed ${name}.`,
  member_left: () => 'Left the project.',
  account_connected: ({ channel, name }) => `Connected ${name ?? 'an account'} on ${channel}.`,
  account_disconnected: ({ channel, name }) => `Disconnected ${name ?? 'an account'} on ${channel}.`,
  settings_changed: ({ changed }) =>
    `Changed the settings: ${Array.isArray(changed) ? changed.join(', ').replaceAll('_', ' ') : ''}.`,
  paused: () => 'Paused publishing.',
  resumed: () => 'Resumed publishing.',
}
