import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { newItemsMax } from '../limits'
import { findKnownKeys, insertItems, refreshItems } from '../repository'
import type { Reading } from '../source/read-source'
import type { SourceItem } from '../source/source'

type Owner = { id: string; project_id: string; created_at: Date }

/** Stores the items of a new or changed source. They are known from now on, but not new. */
export async function learnItems(tx: Transaction<DB>, owner: Owner, { items }: Reading): Promise<void> {
  await refresh(tx, owner, items)
  await insertItems(
    tx,
    items.toReversed().map((item) => rowOf(owner, item, true)),
  )
}

/**
 * Stores the items that are new, oldest first, so that their ids are in order. Known items are updated, but never new
 * again.
 *
 * @returns `isComplete` is false if some are left for the next check
 */
export async function storeNewItems(
  tx: Transaction<DB>,
  owner: Owner,
  { items, total }: Reading,
): Promise<{ added: number; isComplete: boolean }> {
  const known = await findKnownKeys(
    tx,
    owner.id,
    items.map(({ key }) => key),
  )
  const fresh = items.filter(({ key }) => !known.has(key)).reverse()
  // If a long source loses items, older ones move up. They were there before.
  const isOld = ({ publishedAt }: SourceItem): boolean =>
    total > items.length && publishedAt !== null && publishedAt < owner.created_at
  const taken = fresh.filter((item) => !isOld(item)).slice(0, newItemsMax)
  await refresh(
    tx,
    owner,
    items.filter(({ key }) => known.has(key)),
  )
  await insertItems(
    tx,
    fresh.filter(isOld).map((item) => rowOf(owner, item, true)),
  )
  const added = await insertItems(
    tx,
    taken.map((item) => rowOf(owner, item, false)),
  )
  return { added, isComplete: fresh.filter((item) => !isOld(item)).length <= newItemsMax }
}

const refresh = (tx: Transaction<DB>, { id }: Owner, items: readonly SourceItem[]): Promise<void> =>
  refreshItems(
    tx,
    id,
    items.map(({ key, fields, publishedAt }) => ({ item_key: key, fields, published_at: publishedAt })),
  )

const rowOf = (owner: Owner, { key, fields, publishedAt }: SourceItem, isFirstPoll: boolean) => ({
  id: newId(),
  connector_id: owner.id,
  project_id: owner.project_id,
  item_key: key,
  fields: JSON.stringify(fields),
  published_at: publishedAt,
  is_first_poll: isFirstPoll,
})
