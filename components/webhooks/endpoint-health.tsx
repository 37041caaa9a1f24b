import { Ban, CircleCheck, type LucideIcon, Pause, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'

type Face = { word: string; tone: Tone; Icon: LucideIcon; meaning: string }

/** How an endpoint stands, and what that means for what happens now. */
export function faceOf({ active, health_status, consecutive_failures }: WebhookEndpoint): Face {
  if (health_status === 'auto_disabled' && !active) {
    return {
      word: 'Turned off',
      tone: 'bad',
      Icon: Ban,
      meaning: `Turned off after ${consecutive_failures} failures in a row. Waiting deliveries are on hold. Fix the receiver, then reactivate.`,
    }
  }
  if (!active) {
    return {
      word: 'Paused',
      tone: 'quiet',
      Icon: Pause,
      meaning: 'Nothing is sent. Waiting deliveries are on hold. Events that happen now are in the events API only.',
    }
  }
  if (health_status === 'unhealthy') {
    return {
      word: 'Failing',
      tone: 'warn',
      Icon: TriangleAlert,
      meaning: `The last ${consecutive_failures} attempts failed. After 10 in a row it is turned off.`,
    }
  }
  return {
    word: 'Healthy',
    tone: 'good',
    Icon: CircleCheck,
    meaning:
      consecutive_failures === 0
        ? 'Events are sent as they happen.'
        : `Events are sent as they happen. The last ${consecutive_failures === 1 ? 'attempt' : `${consecutive_failures} attempts`} failed.`,
  }
}

export function EndpointBadge({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { word, tone, Icon } = faceOf(endpoint)
  return (
    <Badge tone={tone} Icon={Icon}>
      {word}
    </Badge>
  )
}

/** “story.failed and 2 more”, “All events”. */
export function eventsInWords(events: readonly string[]): string {
  if (events.includes('*')) return 'All events'
  const own = events.filter((name) => name !== 'ping' && name !== 'test.ping')
  if (own.length === 0) return 'Test pings alone'
  return own.length <= 2 ? own.join(' and ') : `${own.slice(0, 2).join(', ')} and ${own.length - 2} more`
}

/** Whose an endpoint is that stands in no project. */
export const ownWords = 'It hears of all your projects, and only you see it.'

export const failureWords = (count: number): string =>
  count === 0 ? 'None' : `${count} ${count === 1 ? 'delivery' : 'deliveries'}`
