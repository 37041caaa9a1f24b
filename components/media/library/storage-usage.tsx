'use client'

import { classes } from '@/components/ui/classes'
import { sizeText } from '@/lib/media-files/size-text'
import { type StorageUse, useStorageUse } from '../assets/use-assets'

/** From this share the bar is red. */
const warningShare = 0.9

type Props = { projectId: string; initial: StorageUse; className: string }

/** “1.2 GB of 20 GB used”, with a bar. */
export function StorageUsage({ projectId, initial, className }: Props) {
  const { data = initial } = useStorageUse(projectId, initial)
  const { used_bytes: used, limit_bytes: limit } = data.storage
  const share = Math.min(1, used / limit)
  const isFull = used >= limit
  return (
    <div className={classes('flex items-center gap-x-2 text-sm text-ink-soft', className)}>
      <div aria-hidden className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${share >= warningShare ? 'bg-bad' : 'bg-accent-fill'}`}
          style={{ width: `${Math.max(used > 0 ? 2 : 0, share * 100)}%` }}
        />
      </div>
      <p className="tabular-nums">
        {sizeText(used)} of {sizeText(limit)} used
        {isFull && '. Delete files to upload more.'}
      </p>
    </div>
  )
}
