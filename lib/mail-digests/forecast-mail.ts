import { channelNames } from '@/lib/channels/names'
import type { ListItem, MailContent } from '@/lib/mail/content'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { plural } from '@/lib/text/number-text'
import type { Recipient } from './repository'
import { formatTime, inProject, isOneProject, itemsMax } from './text'

export type ForecastNews = { issue: ForecastIssue; project_id: string; project_name: string; timezone: string | null }

/** Lists problems of scheduled posts by cause. Null if there are none. */
export function queueForecast(news: readonly ForecastNews[], recipient: Recipient): MailContent | null {
  const [first] = news
  if (!first) return null
  const causes = [...groupByCause(news).values()]
  const isOneProjectOnly = isOneProject(news)
  const posts = new Set(news.map(({ issue }) => issue.queue_item_id)).size
  const title = `${plural(posts, 'scheduled post')} ${posts === 1 ? 'needs' : 'need'} attention${isOneProjectOnly ? ` in ${first.project_name}` : ''}`
  const hidden = causes.length - itemsMax
  return {
    subject: title,
    preview: first.issue.message,
    blocks: [
      { type: 'heading', text: title },
      { type: 'paragraph', text: 'These posts will fail, be late, or repeat a text unless you fix them.' },
      { type: 'list', items: causes.slice(0, itemsMax).map((cause) => itemOf(cause, isOneProjectOnly, recipient)) },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${plural(hidden, 'more problem')}.` }] : []),
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'View queue', path: `/${first.project_id}/queue` }]
        : []),
    ],
  }
}

type Cause = [ForecastNews, ...ForecastNews[]]

/** One expired account can concern many posts. */
function groupByCause(news: readonly ForecastNews[]): Map<string, Cause> {
  const causes = new Map<string, Cause>()
  for (const one of news) {
    const { channel, kind, message } = one.issue
    const key = JSON.stringify([one.project_id, channel, kind, message])
    const cause = causes.get(key)
    if (cause) cause.push(one)
    else causes.set(key, [one])
  }
  return causes
}

function itemOf(cause: Cause, isOneProjectOnly: boolean, recipient: Recipient): ListItem {
  const [{ issue, project_id, project_name, timezone }] = cause
  const { channel, headline, message, remedy, story_id } = issue
  const at = formatTime(new Date(issue.scheduled_at), timezone ?? 'UTC', recipient)
  const isOne = cause.length === 1
  const text = isOne ? headline : `${plural(cause.length, 'post')} on ${channelNames[channel]}`
  return {
    text: inProject(project_name, isOneProjectOnly) + text,
    detail: `${isOne ? `${channelNames[channel]}, ${at}` : `From ${at}`}: ${message} ${remedy}`,
    path: isOne ? `/${project_id}/stories/${story_id}` : `/${project_id}/queue`,
  }
}
