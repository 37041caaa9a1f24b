import type { Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import { isMailConfigured } from '@/lib/mail/configured'
import type { MailContent } from '@/lib/mail/content'
import { enqueueMail } from '@/lib/mail/enqueue'
import { approvalWanted } from './approval-mail'
import { collectApprovals, collectEvents } from './collect'
import { connectionAttention } from './connection-mail'
import { postFailed } from './failed-post-mail'
import {
  findDueGroups,
  findRecipient,
  type Group,
  listApprovalNotices,
  listEventNotices,
  type Recipient,
  settleNotices,
} from './repository'

/** Turns new failures, connection problems and approval requests into mails: at most one per person, kind and 15 minutes. */
export async function enqueueDigests(db: Database): Promise<void> {
  if (!isMailConfigured()) return
  await collectEvents(db)
  await collectApprovals(db)
  for (const group of await findDueGroups(db)) {
    // One person's mail must not keep the others from theirs.
    await transaction(db, (tx) => enqueueDigest(tx, group)).catch((cause: unknown) =>
      log.error('mail.digest_failed', { user: group.user_id, kind: group.kind, cause }),
    )
  }
}

/** The mail and the end of its notices are one transaction: an occurrence is in one mail, whatever crashes. */
async function enqueueDigest(tx: Transaction<DB>, group: Group): Promise<void> {
  const newest = await settleNotices(tx, group)
  if (newest === undefined) return
  const recipient = await findRecipient(tx, group.user_id)
  const content = recipient ? await contentOf(tx, group, recipient) : null
  if (recipient && content) {
    await enqueueMail(tx, {
      to: recipient.email,
      userId: group.user_id,
      kind: group.kind,
      dedupeKey: `${group.kind}:${group.user_id}:${newest}`,
      ...content,
    })
  }
}

/** Null if everything was settled before the mail was made. */
async function contentOf(tx: Transaction<DB>, group: Group, recipient: Recipient): Promise<MailContent | null> {
  switch (group.kind) {
    case 'post_failed':
      return postFailed(await listEventNotices(tx, group))
    case 'connection_attention':
      return connectionAttention(await listEventNotices(tx, group), recipient)
    case 'approval_wanted':
      return approvalWanted(await listApprovalNotices(tx, group), recipient)
  }
}
