import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { tellOfEnd, tellOfTier } from './notices'
import { type Need, type RefreshResult, refreshConnection } from './refresh'
import { listEnding, listUrgent } from './refresh-repository'

/** What ends within a week is renewed at night, so that seven nights may fail before anybody notices. */
const nightly: Need = { why: 'ending', withinSeconds: 7 * 86_400 }
const cutOff: Need = { why: 'cut_off' }
/** Access for hours is renewed so long before its end. */
const aheadSeconds = 20 * 60
const lanes = 8
const batch = 200

type Counts = Partial<Record<RefreshResult['state'], number>>

/** Looks at every access that ends within 30 days: renews what ends within seven, and tells what has to be told. */
export async function refreshTokens(db: Database): Promise<Counts> {
  const counts: Counts = {}
  let after: string | null = null
  do {
    const ids: string[] = await listEnding(db, after, batch)
    await inLanes(ids, async (id) => {
      const { state } = await refreshConnection(db, id, nightly)
      counts[state] = (counts[state] ?? 0) + 1
      if (state === 'refreshed') return
      await tellOfTier(db, id)
      if (state === 'impossible') await transaction(db, (tx) => tellOfEnd(tx, id))
    })
    after = ids.length === batch ? (ids.at(-1) ?? null) : null
  } while (after !== null)
  log.info('connections.refreshed', counts)
  return counts
}

/** What cannot wait for the night. */
export async function refreshUrgent(db: Database): Promise<void> {
  const urgent = await listUrgent(db, aheadSeconds, batch)
  await inLanes(urgent, async ({ id, was_cut_off }) => {
    const { state } = await refreshConnection(db, id, was_cut_off ? cutOff : nightly)
    if (state === 'impossible') await transaction(db, (tx) => tellOfEnd(tx, id))
  })
}

/** One connection whose refresh fails in an unforeseen way must not keep the others from theirs. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const faults: unknown[] = []
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of rest) await work(item).catch((fault: unknown) => faults.push(fault))
    }),
  )
  if (faults.length > 0) throw faults[0]
}
