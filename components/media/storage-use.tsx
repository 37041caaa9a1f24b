'use client'

import { type StorageUseAnswer, useStorageUse } from './use-assets'
import { sizeWords } from './words'

/** From here on the figure is shown as a warning. */
const nearlyFull = 0.9

type Props = { projectId: string; initial: StorageUseAnswer }

/** “1.2 GB of 20 GB used”, with a bar. */
export function StorageUse({ projectId, initial }: Props) {
  const { data = initial } = useStorageUse(projectId, initial)
  const { used_bytes: used, limit_bytes: limit } = data.storage
  const share = Math.min(1, used / limit)
  const isFull = used >= limit
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <div aria-hidden className="h-1.5 w-32 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${share >= nearlyFull ? 'bg-bad' : 'bg-accent'}`}
          style={{ width: `${Math.max(used > 0 ? 2 : 0, share * 100)}%` }}
        />
      </div>
      <p>
        {sizeWords(used)} of {sizeWords(limit)} used
        {isFull && '. Delete files to upload more.'}
      </p>
    </div>
  )
}
