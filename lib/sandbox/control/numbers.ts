import { z } from 'zod'
import { channelIds } from '../../channels/ids'
import { numberNames, numbersOf } from '../numbers'
import type { Sandbox } from '../sandbox'

/** Numbers that a post has from now on. Those that are left out go on growing. */
export const NumbersRequest = z.strictObject(
  Object.fromEntries(numberNames.map((name) => [name, z.number().int().min(0).optional()])),
)

/** Sets them and gives all that the post has now; undefined when there is no such post. */
export function numbersShown(
  sandbox: Sandbox,
  networkName: string,
  id: string,
  given: Record<string, number | undefined>,
): { network: string; id: string; numbers: Record<string, number> | null } | undefined {
  const network = channelIds.find((known) => known === networkName)
  const post = network && findPost(sandbox, network, id)
  if (!post) return undefined
  const kept = Object.entries(given).filter(([, value]) => value !== undefined)
  if (kept.length > 0) numbersOf(sandbox).set({ network, id, numbers: Object.fromEntries(kept) })
  return { network, id, numbers: numbersOf(sandbox).of(post) }
}

/** A post, or a child of a carousel. */
function findPost(sandbox: Sandbox, network: (typeof channelIds)[number], id: string) {
  const post = sandbox.ledger.find(network, id)
  if (post) return post
  const parent = sandbox.ledger
    .all()
    .find(
      ({ detail, ...one }) =>
        one.network === network && Array.isArray(detail.child_ids) && detail.child_ids.includes(id),
    )
  return parent && { ...parent, id }
}
