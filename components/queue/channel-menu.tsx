'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { refreshStories } from '@/components/stories/query-keys'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { retryStory } from '@/lib/openapi/operations.generated'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { usePostNow } from './move/use-post-now'
import { reorderItem } from './reorder/use-reorder-items'

const ConfirmDialog = lazyComponent(() => import('@/components/dialogs/confirm-dialog').then((it) => it.ConfirmDialog))
const RescheduleDialog = lazyComponent(() => import('./move/reschedule-dialog').then((it) => it.RescheduleDialog))

type ActionName = 'reschedule' | 'publish' | 'retry'

const actionsOf: Partial<Record<ListedQueueItem['status'], readonly ActionName[]>> = {
  pending: ['reschedule'],
  approved: ['reschedule', 'publish'],
  failed: ['retry'],
}

const looks: Record<ActionName, { label: string; Icon: typeof Send }> = {
  reschedule: { label: 'Reschedule…', Icon: CalendarClock },
  publish: { label: 'Post now', Icon: Send },
  retry: { label: 'Try again', Icon: RotateCcw },
}

/** The actions of one channel of a story. Null if there are none. */
export function ChannelMenu({ item }: { item: ListedQueueItem }) {
  const [open, setOpen] = useState<ActionName | null>(null)
  const mayPublish = useMay('stories:publish')
  const network = channelNames[item.channel]
  const headline = headlineOf({ title: item.title, caption: item.primary_caption })
  const postNow = usePostNow([item], { headline, status: item.story_status })
  const close = (): void => setOpen(null)
  const actions = mayPublish ? (actionsOf[item.status] ?? []) : []
  if (actions.length === 0) return null
  const items: MenuItem[] = actions.map((name) => {
    const { label, Icon } = looks[name]
    const onSelect = (): void => (name === 'publish' ? void postNow() : setOpen(name))
    return { label, icon: <Icon aria-hidden size={16} />, onSelect }
  })
  if (actions.includes('reschedule')) items.push(reorderItem(item.project_id, item.channel))
  return (
    <>
      <MoreMenu label={`Actions for ${network}`} items={items} />
      {open === 'reschedule' && <RescheduleDialog title={`Reschedule for ${network}`} items={[item]} onClose={close} />}
      {open === 'retry' && <RetryDialog item={item} onClose={close} />}
    </>
  )
}

/** Retries one channel. */
function RetryDialog({ item, onClose }: { item: ListedQueueItem; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const network = channelNames[item.channel]
  const run = async (): Promise<void> => {
    await call(retryStory, { id: item.story_id, channels: [item.channel] })
    toast(`Retrying on ${network} in one minute.`)
    await refreshStories(queries, item.project_id)
  }
  return (
    <ConfirmDialog
      title={`Try ${network} again?`}
      confirmLabel="Try again"
      isDanger={false}
      onConfirm={run}
      onClose={onClose}
    >
      <p>We retry in one minute. If the publish status is unknown, check the account first: the post may be there.</p>
    </ConfirmDialog>
  )
}
