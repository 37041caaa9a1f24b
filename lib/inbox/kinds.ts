/** Networks with an inbox. */
export const inboxPlatforms = ['instagram', 'facebook'] as const
export type InboxPlatform = (typeof inboxPlatforms)[number]

export const conversationKinds = ['comment', 'dm'] as const
export type ConversationKind = (typeof conversationKinds)[number]

export const conversationStatuses = ['open', 'resolved', 'snoozed', 'spam'] as const
