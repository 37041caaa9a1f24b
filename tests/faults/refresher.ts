import { type RefreshResult, refreshAndWait } from '@/lib/connections/refresh/refresh'
import { database } from '@/lib/db/pool'

/** Refreshes the same connections many times in parallel. */
export type Order = { ids: string[]; users: number }

process.on('message', async ({ ids, users }: Order) => {
  const wants = ids.flatMap((id) => Array.from({ length: users }, () => id))
  const results: RefreshResult[] = await Promise.all(
    wants.map((id) => refreshAndWait(database(), id, { why: 'expiring', withinSeconds: 7 * 86_400 })),
  )
  process.send?.(results.map(({ state }) => state))
})
process.send?.('ready')
