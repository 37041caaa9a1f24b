'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useMay } from '@/components/projects/role'
import { refreshStories } from '@/components/stories/query-keys'
import { lazyComponent } from '@/components/ui/lazy-component'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { bulkReschedule, retryStory } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { reorderItem } from './reorder/use-reorder-items'

const RescheduleDialog = lazyComponent(() => import('./reschedule-dialog').then((it) => it.RescheduleDialog))

const publishDelayMs = 60_000

type ActionName = 'reschedule' | 'publish' | 'retry'

const actionsOf: Partial<Record<QueueItem['status'], readonly ActionName[]>> = {
  pending: ['reschedule'],
  approved: ['reschedule', 'publish'],
  failed: ['retry'],
}

const looks: Record<ActionName, { label: string; Icon: typeof Send }> = {
  reschedule: { label: 'Reschedule…', Icon: CalendarClock },
  publish: { label: 'Publish now', Icon: Send },
  retry: { label: 'Try again', Icon: RotateCcw },
}

/** The actions of one channel of a story. Null if there are none. */
export function ChannelMenu({ item }: { item: QueueItem }) {
  const [open, setOpen] = useState<ActionName | null>(null)
  const mayPublish = useMay('stories:publish')
  const network = channelNames[item.channel]
  const close = (): void => setOpen(null)
  const actions = mayPublish ? (actionsOf[item.status] ?? []) : []
  if (actions.length === 0) return null
  const items: MenuItem[] = actions.map((name) => {
    const { label, Icon } = looks[name]
    return { label, icon: <Icon aria-hidden size={16} />, onSelect: () => setOpen(name) }
  })
  if (actions.includes('reschedule')) items.push(reorderItem(item.project_id, item.channel))
  return (
    <>
      <MoreMenu label={`Actions for ${network}`} items={items} />
      {open === 'reschedule' && <RescheduleDialog title={`Reschedule for ${network}`} items={[item]} onClose={close} />}
      {(open === 'publish' || open === 'retry') && <SendDialog item={item} action={open} onClose={close} />}
    </>
  )
}

/** Publishes or retries one channel. */
function SendDialog({ item, action, onClose }: { item: QueueItem; action: 'publish' | 'retry'; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const network = channelNames[item.channel]
  const isRetry = action === 'retry'
  const run = async (): Promise<void> => {
    if (isRetry) await call(retryStory, { id: item.story_id, channels: [item.channel] })
    else {
      await call(bulkReschedule, {
        project_id: item.project_id,
        queue_item_ids: [item.id],
        scheduled_at: new Date(Date.now() + publishDelayMs).toISOString(),
      })
    }
    toast(`${isRetry ? 'Retrying' : 'Publishing'} on ${network} in one minute.`)
    await refreshStories(queries, item.project_id)
  }
  return (
    <ConfirmDialog
      title={isRetry ? `Try ${network} again?` : `Publish on ${network} now?`}
      confirmLabel={isRetry ? 'Try again' : 'Publish now'}
      isDanger={false}
      onConfirm={run}
      onClose={onClose}
    >
      {isRetry ? (
        <p>We retry in one minute. If the publish status is unknown, check the account first: the post may be there.</p>
      ) : (
        <p>It is published in one minute. Other channels keep their time.</p>
      )}
    </ConfirmDialog>
  )
}
