import { ExternalLink } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import type { QueueItem } from '@/lib/queue-items/schema'

/** Link to the post on its network. */
export function PostLink({ item }: { item: Pick<QueueItem, 'published_url' | 'channel'> }) {
  return (
    <a
      href={item.published_url ?? undefined}
      target="_blank"
      rel="noreferrer"
      className="relative z-10 inline-flex items-center gap-1 font-medium text-accent hover:underline"
    >
      View post<span className="sr-only"> on {channelNames[item.channel]} (opens in a new tab)</span>
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}
