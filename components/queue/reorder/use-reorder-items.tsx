'use client'

import { ArrowDown, ArrowUp, ArrowUpDown, ArrowUpToLine, CalendarPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { MenuItem } from '@/components/ui/menu'
import type { QueueItem } from '@/lib/queue-items/schema'
import { type Step, stepFrom } from './places'
import { usePlaces, useReorder } from './reorder-context'

const MoveToSlotDialog = lazyComponent(() => import('./move-to-slot-dialog').then((it) => it.MoveToSlotDialog))

const steps: { step: Step; label: string; Icon: typeof ArrowUp }[] = [
  { step: 'up', label: 'Move up', Icon: ArrowUp },
  { step: 'down', label: 'Move down', Icon: ArrowDown },
  { step: 'top', label: 'Move to top', Icon: ArrowUpToLine },
]

/** The menu items that reorder a post. With posts of several channels: the view where that is possible. */
export function useReorderItems(
  items: readonly [QueueItem, ...QueueItem[]],
  headline: string,
): { items: MenuItem[]; dialog: ReactNode } {
  const reorder = useReorder()
  const places = usePlaces()
  const [isOpen, setIsOpen] = useState(false)
  const [{ id, channel, project_id, scheduled_at }] = items
  if (!reorder) {
    const isAhead = items.length === 1 && scheduled_at !== null && Date.parse(scheduled_at) > Date.now()
    return { items: isAhead ? [reorderItem(project_id, channel)] : [], dialog: null }
  }
  const place = places.get(id)
  if (!place) return { items: [], dialog: null }
  const all = [...places.values()]
  return {
    items: [
      ...steps
        .filter(({ step }) => place.isReady && stepFrom(all, id, step))
        .map(({ step, label, Icon }) => ({
          label,
          icon: <Icon aria-hidden size={16} />,
          onSelect: () => reorder.moveBy(id, step),
        })),
      { label: 'Move to slot…', icon: <CalendarPlus aria-hidden size={16} />, onSelect: () => setIsOpen(true) },
    ],
    dialog: isOpen && (
      <MoveToSlotDialog projectId={project_id} id={id} headline={headline} onClose={() => setIsOpen(false)} />
    ),
  }
}

export const reorderItem = (projectId: string, channel: QueueItem['channel']): MenuItem => ({
  label: `Reorder ${channelNames[channel]} posts`,
  icon: <ArrowUpDown aria-hidden size={16} />,
  onSelect: () => showChannel(projectId, channel),
})

/** Shows the queue of one channel, where its posts can be reordered. Changes the URL without a request for the page. */
export const showChannel = (projectId: string, channel: QueueItem['channel']): void =>
  window.history.pushState(null, '', `/${projectId}/queue?channel=${channel}`)
