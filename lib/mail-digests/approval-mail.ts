import type { MailContent } from '@/lib/mail/content'
import { headlineOf } from '@/lib/stories/content/headline'
import { plural } from '@/lib/text/number-text'
import type { ApprovalNotice, Recipient } from './repository'
import { formatTime, inProject, isOneProject, itemsMax, listChannels } from './text'

/** Lists posts that wait for approval. Null if there are none. */
export function approvalWanted(rows: readonly ApprovalNotice[], recipient: Recipient): MailContent | null {
  const [first] = rows
  if (!first) return null
  const isOneProjectOnly = isOneProject(rows)
  const title =
    rows.length === 1
      ? `A post needs approval${isOneProjectOnly ? ` in ${first.project_name}` : ''}`
      : `${plural(rows.length, 'post')} need approval${isOneProjectOnly ? ` in ${first.project_name}` : ''}`
  const hidden = rows.length - itemsMax
  return {
    subject: rows.length === 1 ? `Approve: ${headlineOf(first)}` : title,
    preview: title,
    blocks: [
      { type: 'heading', text: title },
      {
        type: 'list',
        items: rows.slice(0, itemsMax).map((row) => ({
          text: inProject(row.project_name, isOneProjectOnly) + headlineOf(row),
          detail: `${listChannels(row.channels)}${row.scheduled_at ? `, ${formatTime(row.scheduled_at, row.timezone ?? 'UTC', recipient)}` : ''}`,
          path: `/${row.project_id}/stories/${row.story_id}`,
        })),
      },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${plural(hidden, 'more post')}.` }] : []),
      { type: 'paragraph', text: 'Posts are not published until they are approved, even after their scheduled time.' },
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'Review posts', path: `/${first.project_id}/queue?status=review` }]
        : []),
    ],
  }
}
