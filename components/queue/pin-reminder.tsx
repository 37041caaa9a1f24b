'use client'

import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { pinTask } from '@/lib/queue-items/pin-state'
import type { QueueItem } from '@/lib/queue-items/schema'

// Most lists have no post to pin.
const PinTask = lazyComponent(() => import('./pin-task').then((it) => it.PinTask), InlineLoading)

/** For networks that cannot pin through their API. Null if there is nothing to do. */
export function PinReminder({ item, now }: { item: QueueItem; now: Date }) {
  const task = pinTask(item, now)
  return task && <PinTask item={item} task={task} />
}
