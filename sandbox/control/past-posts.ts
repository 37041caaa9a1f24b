import { z } from 'zod'
import type { Account } from '../state/accounts'
import { digits } from '../state/ids'
import type { StoredPost } from '../state/post-store'
import { dayMs, type Sandbox } from '../state/sandbox'
import { refuse } from './input'

/** Posts that the account published before, spread evenly over the last days. */
export const PastPostsRequest = z.strictObject({
  count: z.number().int().min(1).max(2_000),
  days: z.number().min(1).max(3_650),
  text: z.string().default('Past post'),
})

type Network = 'instagram' | 'facebook' | 'threads' | 'x'
type Shape = (id: string, accountId: string) => Pick<StoredPost, 'id' | 'path' | 'detail'>

const shapes: Record<Network, Shape> = {
  instagram: (id) => ({ id, path: `/feed/instagram/p/${id}/`, detail: { shape: 'IMAGE', shortcode: id } }),
  facebook: (id, accountId) => ({
    id: `${accountId}_${id}`,
    path: `/feed/facebook/${accountId}/posts/${id}`,
    detail: {},
  }),
  threads: (id) => ({ id, path: `/feed/threads/post/${id}`, detail: { shape: 'TEXT', shortcode: id } }),
  x: (id) => ({ id, path: `/feed/x/status/${id}`, detail: {} }),
}

const isKnown = (network: string): network is Network => Object.hasOwn(shapes, network)

/** Stores the posts, oldest first, and returns their ids, newest first. */
export function addPastPosts(sandbox: Sandbox, account: Account, request: z.output<typeof PastPostsRequest>) {
  const { network, account_id } = account
  if (!isKnown(network)) throw refuse(400, `Past posts can be added on ${Object.keys(shapes).join(', ')}.`)
  const { count, days, text } = request
  const nowMs = sandbox.nowMs()
  const ids: string[] = []
  sandbox.log.batch(() => {
    for (let number = count; number >= 1; number--) {
      const createdMs = nowMs - Math.round((number * days * dayMs) / count)
      const shape = shapes[network](digits('77', 18), account_id)
      ids.unshift(shape.id)
      sandbox.posts.add({
        ...{ network, account_id, parent_id: null, title: null, text: `${text} ${number}`, link: null, media: [] },
        ...{ created_ms: createdMs, visible_ms: createdMs, deleted_ms: null, call_id: 'past' },
        ...shape,
      })
    }
  })
  return { ids }
}
