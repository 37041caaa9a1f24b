import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { findInList, type Listed, type ListPage, sameText } from '../match'
import { callPinterest } from './client'
import { boardOf } from './publish'
import { utc } from './time'

/**
 * Searches the board, because the list of all pins omits secret boards. Links are not compared: Pinterest may rewrite
 * them, and missing our pin would send it twice.
 */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const board = encodeURIComponent(boardOf(post))
  const section = post.boardSectionId ? `/sections/${encodeURIComponent(post.boardSectionId)}` : ''
  const first = await readPage(account, `boards/${board}${section}/pins`, call, null)
  const wanted = { text: pinText(post.title, post.text), mediaCount: post.media.length }
  return findInList(first, wanted, doubt)
}

const pinText = (title: string | null | undefined, description: string | null | undefined): string =>
  sameText(`${title ?? ''}\n${description ?? ''}`)

const Pin = z.object({
  id: z.string(),
  created_at: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  media: z.object({ media_type: z.string().optional(), items: z.array(z.unknown()).optional() }).nullish(),
})
const Pins = z.object({ items: z.array(Pin), bookmark: z.string().nullish() })

async function readPage(account: Account, path: string, call: CallOptions, bookmark: string | null): Promise<ListPage> {
  const query = { page_size: '100', ...(bookmark ? { bookmark } : {}) }
  const page = await callPinterest(account, { method: 'GET', path, query }, Pins, call)
  const next = page.bookmark
  return { posts: page.items.map(toListed), next: next ? () => readPage(account, path, call, next) : null }
}

function toListed(pin: z.output<typeof Pin>): Listed {
  return {
    id: pin.id,
    text: pinText(pin.title, pin.description),
    createdAt: utc(pin.created_at),
    mediaCount: pin.media?.items?.length ?? (/^(image|video)$/.test(pin.media?.media_type ?? '') ? 1 : null),
    result: { id: pin.id },
  }
}
