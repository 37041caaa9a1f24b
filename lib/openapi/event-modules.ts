/** The events of each resource. Add one line per resource. */
export * as connections from '@/lib/connections/events'
export * as inbox from '@/lib/inbox/events'
export * as moments from '@/lib/moments/events'
export * as pillars from '@/lib/pillars/events'
export * as reviewLinks from '@/lib/review-links/events'
export * as stories from '@/lib/stories/events'
export * as storyComments from '@/lib/story-comments/events'
export * as webhooks from '@/lib/webhooks/events'
