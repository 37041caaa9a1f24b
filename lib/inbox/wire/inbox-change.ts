import type { ConversationKind, InboxPlatform } from '../kinds'

export type Attachment = { type: string; url: string | null }

/** A comment or message. */
export type MessageChange = {
  type: 'message'
  kind: ConversationKind
  externalId: string
  /** The top-level comment, or the person. */
  threadId: string
  direction: 'them' | 'us'
  author: { id: string | null; name: string | null }
  /** Messages only: the other person, also if the account wrote it. */
  person?: { id: string; name: string | null }
  text: string
  attachments: Attachment[]
  replyToId: string | null
  /** Comments only. */
  post?: { id: string; permalink: string | null }
  /** Null: when it was received. */
  sentAt: Date | null
}

type ChangeOf = { kind: ConversationKind; externalId: string; at: Date | null }

/** What happened to a message. It may arrive before the message. */
export type LaterChange = ChangeOf &
  (
    | { type: 'edit'; text: string }
    | { type: 'remove' }
    | { type: 'hide'; isHidden: boolean }
    /** Null: taken back. */
    | { type: 'reaction'; personId: string; emoji: string | null }
  )

export type InboxChange = MessageChange | LaterChange

/** A delivery as the network sent it. Entries are checked one by one, so that one of an unknown form loses no other. */
export type Delivery = { platform: InboxPlatform; entries: unknown[] }

/** An account that a project has connected. */
export type InboxAccount = { projectId: string; platform: InboxPlatform; accountId: string }

export type Received<C extends InboxChange = InboxChange> = { change: C; receivedAt: Date }
