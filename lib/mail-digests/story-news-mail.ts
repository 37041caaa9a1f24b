import { conversationText } from '@/lib/inbox/conversation-text'
import type { ListItem, MailContent } from '@/lib/mail/content'
import { headlineOf } from '@/lib/stories/content/headline'
import type { MemberNoticeMail } from './repository'
import { inProject, isOneProject, itemsMax } from './text'

/** Lists mentions, comments or client reviews, one link for each. Null if there are none. */
export function storyNews(rows: readonly MemberNoticeMail[]): MailContent | null {
  const [first] = rows
  if (!first) return null
  const isOneProjectOnly = isOneProject(rows)
  const isReview = first.notification_kind === 'client_review'
  const title =
    rows.length === 1 ? titleOf(first) : `${rows.length} ${isReview ? 'client reviews' : 'comments and mentions'}`
  const hidden = rows.length - itemsMax
  return {
    subject: title,
    preview: first.message,
    blocks: [
      { type: 'heading', text: title },
      { type: 'list', items: rows.slice(0, itemsMax).map((row) => itemOf(row, isOneProjectOnly)) },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${hidden} more.` }] : []),
      {
        type: 'button',
        label: rows.length === 1 ? `Open ${first.story_id ? 'story' : 'conversation'}` : 'Open the first',
        path: pathOf(first),
      },
    ],
  }
}

const pathOf = ({ project_id, story_id, conversation_id }: MemberNoticeMail): string =>
  story_id ? `/${project_id}/stories/${story_id}` : `/${project_id}/inbox?status=all&conversation=${conversation_id}`

const itemOf = (row: MemberNoticeMail, isOneProjectOnly: boolean): ListItem => ({
  text: inProject(row.project_name, isOneProjectOnly) + titleOf(row),
  ...(row.message === '' ? {} : { detail: row.message }),
  path: pathOf(row),
})

function titleOf({ person_name, code, story_id, title, caption, participant_name }: MemberNoticeMail): string {
  if (story_id === null) return `${person_name} mentioned you in ${conversationText(participant_name)}`
  const name = `“${headlineOf({ title, caption: caption ?? '' })}”`
  switch (code) {
    case 'mentioned':
      return `${person_name} mentioned you on ${name}`
    case 'approved':
      return `${person_name} (client) approved ${name}`
    case 'changes_requested':
      return `${person_name} (client) asked for changes to ${name}`
    default:
      return `${person_name} commented on ${name}`
  }
}
