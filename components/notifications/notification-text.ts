import {
  AtSign,
  Ban,
  CircleHelp,
  CircleX,
  Clock,
  ImageOff,
  Layers,
  type LucideIcon,
  MessageSquare,
  MessageSquareWarning,
  MessageSquareX,
  Plug,
  Repeat,
  Rss,
  Sparkles,
  TrendingDown,
  TriangleAlert,
  UserCheck,
  UserPen,
  Workflow,
} from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import type { Tone } from '@/components/ui/badge'
import { conversationText } from '@/lib/inbox/conversation-text'
import type { Notification } from '@/lib/notifications/contract'
import type { NotificationKind } from '@/lib/notifications/kinds'
import { headlineOf } from '@/lib/stories/content/headline'

type Kind = { Icon: LucideIcon; tone: Tone /** In the settings. */; label: string }

export const kinds: Record<NotificationKind, Kind> = {
  post_failed: { Icon: CircleX, tone: 'bad', label: 'Post failed' },
  outcome_unknown: { Icon: CircleHelp, tone: 'bad', label: 'Publish status unknown' },
  post_rejected: { Icon: MessageSquareX, tone: 'warn', label: 'Post rejected' },
  media_problem: { Icon: ImageOff, tone: 'warn', label: 'Media problem' },
  first_comment_failed: { Icon: MessageSquareWarning, tone: 'warn', label: 'First comment failed' },
  recurring_draft: { Icon: Repeat, tone: 'warn', label: 'Recurring post kept as a draft' },
  automation_draft: { Icon: Workflow, tone: 'warn', label: 'Automated post kept as a draft' },
  automation_off: { Icon: Workflow, tone: 'bad', label: 'Automation turned off' },
  connector_failing: { Icon: Rss, tone: 'bad', label: 'Connector failing' },
  pillar_gap: { Icon: Layers, tone: 'warn', label: 'Pillar without recent posts' },
  pillar_below_benchmark: { Icon: TrendingDown, tone: 'warn', label: 'Pillar below its benchmark' },
  moment: { Icon: Sparkles, tone: 'info', label: 'Moment of high severity' },
  mention: { Icon: AtSign, tone: 'info', label: 'Mention of you' },
  story_comment: { Icon: MessageSquare, tone: 'info', label: 'Comment on your story' },
  client_review: { Icon: UserPen, tone: 'info', label: 'Client review' },
  approval_waiting: { Icon: UserCheck, tone: 'info', label: 'Post needs approval' },
  connection_expiring: { Icon: Clock, tone: 'warn', label: 'Connection expires soon' },
  connection_broken: { Icon: Plug, tone: 'bad', label: 'Connection lost' },
  webhook_failing: { Icon: TriangleAlert, tone: 'warn', label: 'Webhook endpoint failing' },
  webhook_off: { Icon: Ban, tone: 'bad', label: 'Webhook endpoint disabled' },
}

/** The title, with the name of its subject. */
export function titleOf({
  kind,
  story,
  conversation,
  channel,
  connection,
  endpoint,
  automation,
  connector,
  pillar,
  reason,
  code,
  person_name,
}: Notification): string {
  const network = channel ? channelNames[channel] : 'a channel'
  const name = story ? `“${headlineOf(story)}”` : 'A story'
  const account = connection?.account_name ? `“${connection.account_name}” on ${network}` : network
  switch (kind) {
    case 'post_failed':
      return `${name} failed on ${network}`
    case 'outcome_unknown':
      return `Publish status of ${name} on ${network} is unknown`
    case 'post_rejected':
      return `${name} was rejected for ${network}`
    case 'media_problem':
      return `Media of ${name} needs a fix for ${network}`
    case 'first_comment_failed':
      return `The first comment of ${name} failed on ${network}`
    case 'recurring_draft':
      return `Recurring post ${name} was kept as a draft`
    case 'automation_draft':
      return `Automated post ${name} was kept as a draft`
    case 'automation_off':
      return `Automation “${automation?.name}” was turned off after ten failures`
    case 'connector_failing':
      return code === 'gone'
        ? `The source of “${connector?.name}” is gone`
        : `Connector “${connector?.name}” is failing`
    case 'pillar_gap':
      return `${pillarName(pillar)} has no recent posts`
    case 'pillar_below_benchmark':
      return `${pillarName(pillar)} is below its benchmark`
    case 'moment':
      return reason ?? 'A moment was detected'
    case 'mention':
      if (conversation) return `${person_name} mentioned you in ${conversationText(conversation.participant_name)}`
      return `${person_name} mentioned you on ${name}`
    case 'story_comment':
      return `${person_name} commented on ${name}`
    case 'client_review':
      if (code === 'approved') return `${person_name} (client) approved ${name}`
      if (code === 'changes_requested') return `${person_name} (client) asked for changes to ${name}`
      return `${person_name} (client) commented on ${name}`
    case 'approval_waiting':
      return `${name} needs approval`
    case 'connection_expiring':
      return `Connection to ${account} expires soon`
    case 'connection_broken':
      return `Connection to ${account} was lost`
    case 'webhook_failing':
      return `Webhook endpoint ${hostOf(endpoint)} is failing`
    case 'webhook_off':
      return `Webhook endpoint ${hostOf(endpoint)} was disabled`
  }
}

const pillarName = (pillar: Notification['pillar']): string => (pillar ? `“${pillar.name}”` : 'A pillar')

/** The page of its subject. */
export function pathOf(notification: Notification): string {
  const {
    id,
    kind,
    project_id,
    story,
    conversation,
    channel,
    connection,
    endpoint,
    automation,
    connector,
    pillar,
    is_settled,
  } = notification
  const anchor = channel ? `#${channel}` : ''
  if (story && isStoryNews(kind)) return `/${project_id}/stories/${story.id}#comments`
  if (story) return `/${project_id}/stories/${story.id}${anchor}`
  if (conversation) return `/${project_id}/inbox?status=all&conversation=${conversation.id}`
  if (endpoint) return `/${project_id}/webhooks/${endpoint.id}`
  if (automation) return `/${project_id}/automations/${automation.id}`
  if (connector) return `/${project_id}/connectors/${connector.id}`
  if (kind === 'moment') return `/${project_id}/moments${is_settled ? '?status=all' : ''}#${id}`
  if (pillar) return `/${project_id}/pillars#${pillar.content_type}`
  return connection ? `/${project_id}/connections${anchor}` : `/${project_id}/notifications`
}

const isStoryNews = (kind: NotificationKind): boolean =>
  kind === 'mention' || kind === 'story_comment' || kind === 'client_review'

function hostOf(endpoint: Notification['endpoint']): string {
  try {
    return new URL(endpoint?.url ?? '').host
  } catch {
    return endpoint?.url ?? ''
  }
}

/** For resolved notifications. */
export function settledText({ kind }: Notification): string {
  if (kind === 'connection_expiring' || kind === 'connection_broken') return 'Renewed or disconnected since.'
  if (kind === 'webhook_failing' || kind === 'webhook_off' || kind === 'connector_failing') return 'Working again.'
  if (kind === 'pillar_gap') return 'Posted since, or replaced by a newer alert.'
  if (kind === 'pillar_below_benchmark') return 'No benchmark, or replaced by a newer alert.'
  if (kind === 'media_problem') return 'Fixed, or the post is no longer scheduled.'
  if (kind === 'moment') return 'Acted on or dismissed since.'
  if (kind === 'recurring_draft' || kind === 'automation_draft') return 'Scheduled or published since.'
  if (kind === 'automation_off') return 'Turned on since.'
  return kind === 'post_rejected' ? 'Edited since.' : 'Retried since.'
}
