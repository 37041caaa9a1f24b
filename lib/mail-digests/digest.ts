import type { Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import { isMailConfigured } from '@/lib/mail/configured'
import type { MailContent } from '@/lib/mail/content'
import { enqueueMail } from '@/lib/mail/enqueue'
import { approvalWanted } from './approval-mail'
import { automationAttention } from './automation-mail'
import { collectApprovals, collectAutomationProblems, collectEvents, collectMemberNotices } from './collect'
import { connectionAttention } from './connection-mail'
import { postFailed } from './failed-post-mail'
import { pillarAttention } from './pillar-mail'
import {
  findDueGroups,
  findRecipient,
  type Group,
  listApprovalNotices,
  listAutomationNotices,
  listEventNotices,
  listMemberNotices,
  listPillarNotices,
  type Recipient,
  settleNotices,
} from './repository'
import { storyNews } from './story-news-mail'

/** Creates mails about failures, connections, pillars, automations, approval requests, comments and client reviews: at most one per user, kind and 15 minutes. */
export async function enqueueDigests(db: Database): Promise<void> {
  if (!isMailConfigured()) return
  await collectEvents(db)
  await collectApprovals(db)
  await collectAutomationProblems(db)
  await collectMemberNotices(db)
  for (const group of await findDueGroups(db)) {
    // An error for one user must not affect the others.
    await transaction(db, (tx) => enqueueDigest(tx, group)).catch((cause: unknown) =>
      log.error('mail.digest_failed', { user: group.user_id, kind: group.kind, cause }),
    )
  }
}

/** Mail and notices are updated in one transaction, so that each occurrence is mailed once, even after a crash. */
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

/** Null if everything was resolved in the meantime. */
async function contentOf(tx: Transaction<DB>, group: Group, recipient: Recipient): Promise<MailContent | null> {
  switch (group.kind) {
    case 'post_failed':
      return postFailed(await listEventNotices(tx, group))
    case 'connection_attention':
      return connectionAttention(await listEventNotices(tx, group), recipient)
    case 'pillar_attention':
      return pillarAttention(await listPillarNotices(tx, group))
    case 'automation_attention':
      return automationAttention(await listAutomationNotices(tx, group))
    case 'comments':
    case 'client_reviews':
      return storyNews(await listMemberNotices(tx, group))
    case 'approval_wanted':
      return approvalWanted(await listApprovalNotices(tx, group), recipient)
  }
}
