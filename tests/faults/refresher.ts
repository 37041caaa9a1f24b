import { type RefreshResult, refreshAndWait } from '@/lib/connections/refresh'
import { database } from '@/lib/db/pool'

/** A process in which many want the same connections renewed at once. */
export type Order = { ids: string[]; users: number }

process.on('message', async ({ ids, users }: Order) => {
  const wants = ids.flatMap((id) => Array.from({ length: users }, () => id))
  const results: RefreshResult[] = await Promise.all(
    wants.map((id) => refreshAndWait(database(), id, { why: 'ending', withinSeconds: 7 * 86_400 })),
  )
  process.send?.(results.map(({ state }) => state))
})
process.send?.('ready')
