import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { PlannedItem, ResumePlan } from '@/lib/projects/pause-contract'
import { headlineOf } from '@/lib/stories/content/headline'

/** The new time or state of each missed post. Posts of one story at the same time share a line. */
export function ResumePlanList({ plan }: { plan: ResumePlan }) {
  const lines = linesOf(plan.items)
  return (
    <ScrollRegion label="Plan" className="panel h-56 overflow-y-auto">
      <ul className="divide-y divide-line">
        {lines.map(({ item, channels }) => (
          <li key={item.queue_item_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <span className="w-40 font-medium tabular-nums">{plannedState(item)}</span>
            <span className="flex gap-1.5">
              {channels.map((channel) => (
                <span key={channel}>
                  <ChannelIcon channel={channel} size={16} />
                  <span className="sr-only">{channelNames[channel]}</span>
                </span>
              ))}
            </span>
            <span className="min-w-0 flex-1 basis-40 truncate">
              {headlineOf({ title: item.title, caption: item.primary_caption })}
            </span>
            <span className="text-sm text-ink-soft">
              was <Time at={item.missed_at} />
            </span>
          </li>
        ))}
      </ul>
      {plan.missed > plan.items.length && (
        <p className="px-4 py-2.5 text-sm text-ink-soft">
          And {plan.missed - plan.items.length} more posts
          {plan.ends_at && (
            <>
              , until <Time at={plan.ends_at} />
            </>
          )}
          .
        </p>
      )}
    </ScrollRegion>
  )
}

function plannedState({ becomes, scheduled_at }: PlannedItem) {
  if (scheduled_at) return <Time at={scheduled_at} />
  return becomes === 'draft' ? 'Draft' : 'Skipped'
}

function linesOf(items: readonly PlannedItem[]) {
  const lines = new Map<string, { item: PlannedItem; channels: PlannedItem['channel'][] }>()
  for (const item of items) {
    const key = `${item.story_id} ${item.becomes} ${item.scheduled_at}`
    const line = lines.get(key)
    if (line) line.channels.push(item.channel)
    else lines.set(key, { item, channels: [item.channel] })
  }
  return [...lines.values()]
}
