import {
  Ban,
  CircleHelp,
  CircleX,
  Clock,
  ImageOff,
  type LucideIcon,
  MessageSquareX,
  Plug,
  TriangleAlert,
  UserCheck,
} from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { headlineOf } from '@/components/stories/story-text'
import type { Tone } from '@/components/ui/badge'
import type { Notification } from '@/lib/notifications/contract'
import type { NotificationKind } from '@/lib/notifications/kinds'

type Face = { Icon: LucideIcon; tone: Tone /** In the list of what one can hear of. */; choice: string }

export const faces: Record<NotificationKind, Face> = {
  post_failed: { Icon: CircleX, tone: 'bad', choice: 'A post fails' },
  outcome_unknown: { Icon: CircleHelp, tone: 'bad', choice: 'Nobody knows whether a post is out' },
  post_rejected: { Icon: MessageSquareX, tone: 'warn', choice: 'A reviewer rejects a post' },
  media_problem: { Icon: ImageOff, tone: 'warn', choice: 'Media of a scheduled post has a problem' },
  approval_waiting: { Icon: UserCheck, tone: 'info', choice: 'A post waits for an approval' },
  connection_expiring: { Icon: Clock, tone: 'warn', choice: 'The access to an account ends soon' },
  connection_broken: { Icon: Plug, tone: 'bad', choice: 'The access to an account has ended' },
  webhook_failing: { Icon: TriangleAlert, tone: 'warn', choice: 'A webhook endpoint fails again and again' },
  webhook_off: { Icon: Ban, tone: 'bad', choice: 'A webhook endpoint is turned off for its failures' },
}

/** What happened, to which story or account, on which channel. */
export function titleOf({ kind, story, channel, connection, endpoint }: Notification): string {
  const network = channel ? channelNames[channel] : 'a channel'
  const name = story ? `“${headlineOf(story)}”` : 'A story'
  const account = connection?.account_name ? `“${connection.account_name}” on ${network}` : network
  switch (kind) {
    case 'post_failed':
      return `${name} was not posted to ${network}`
    case 'outcome_unknown':
      return `${name} may or may not be on ${network}`
    case 'post_rejected':
      return `${name} was rejected for ${network}`
    case 'media_problem':
      return `Fix the media of ${name} for ${network}`
    case 'approval_waiting':
      return `${name} waits for an approval`
    case 'connection_expiring':
      return `The access to ${account} ends soon`
    case 'connection_broken':
      return `The access to ${account} has ended`
    case 'webhook_failing':
      return `The webhook endpoint ${hostOf(endpoint)} fails`
    case 'webhook_off':
      return `The webhook endpoint ${hostOf(endpoint)} was turned off`
  }
}

/** To the very story and channel, the account, the endpoint. */
export function addressOf({ project_id, story, channel, connection, endpoint }: Notification): string {
  const place = channel ? `#${channel}` : ''
  if (story) return `/${project_id}/stories/${story.id}${place}`
  if (endpoint) return `/${project_id}/webhooks/${endpoint.id}`
  return connection ? `/${project_id}/connections${place}` : `/${project_id}/notifications`
}

function hostOf(endpoint: Notification['endpoint']): string {
  try {
    return new URL(endpoint?.url ?? '').host
  } catch {
    return endpoint?.url ?? ''
  }
}

/** What became of it since, where nothing is left to do. */
export function settledWords({ kind }: Notification): string {
  if (kind === 'connection_expiring' || kind === 'connection_broken')
    return 'It was renewed or disconnected since then.'
  if (kind === 'webhook_failing' || kind === 'webhook_off') return 'It is well again.'
  if (kind === 'media_problem') return 'Fixed since then, or the post is over.'
  return kind === 'post_rejected' ? 'It was changed since then.' : 'It was tried again since then.'
}

export const countWords = (count: number): string => (count >= 100 ? '99+' : String(count))
