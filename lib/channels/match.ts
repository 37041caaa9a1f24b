import type { Json } from '@/lib/json'
import type { Doubt, FindResult } from './channel'

/** A post in the network's list, with what is needed to identify it. */
export type Listed = {
  id: string
  /** Normalized by `sameText`. */
  text: string
  createdAt: Date
  /** Null if the network does not return it. */
  mediaCount: number | null
  /** The result of the step in doubt. */
  result: Json
}

/** One page of a list, newest first. `next` loads the next one; null at the end. */
export type ListPage = { posts: Listed[]; next: (() => Promise<ListPage>) | null }

/** Tolerance for clock differences: posts older than this before the intent are not ours. */
export const clockSkewMs = 2 * 60 * 1_000

const maxPages = 20

/** Matches only from the first label of a host. Trying every letter would take quadratic time. */
const urlPattern = /(?<![\p{L}\p{N}-]|[\p{L}\p{N}-]\.)(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?/giu

/** Removes what networks change: links, escapes, spacing, punctuation. */
function comparable(text: string): string {
  const words = text
    .normalize('NFKC')
    .replace(urlPattern, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39);/g, ' ')
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim()
}

/**
 * Probably the post in doubt, changed by the network. It is not certain enough to adopt it, but `absent` would be
 * wrong too.
 */
function resembles(post: Listed, wanted: { text: string; mediaCount: number }, floor: Date): boolean {
  const isMissingMedia = post.mediaCount !== null && post.mediaCount < wanted.mediaCount
  return (
    post.createdAt >= floor &&
    wanted.text !== '' &&
    post.text !== '' &&
    (post.text !== wanted.text || isMissingMedia) &&
    comparable(post.text) === comparable(wanted.text)
  )
}

export const earliestPossible = (doubt: Doubt): Date => new Date(doubt.sentAt.getTime() - clockSkewMs)

/** Normalizes spacing and Unicode form, which networks may change. */
export function sameText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b]+/gu, ' ')
    .trim()
}

/**
 * Searches a list for the post in doubt. Skips posts of other rows with the same text and takes the earliest left.
 * Returns `absent` only if the list goes back far enough.
 */
export async function findInList(
  first: ListPage,
  wanted: { text: string; mediaCount: number },
  doubt: Doubt,
): Promise<FindResult> {
  const floor = earliestPossible(doubt)
  const known = new Set(doubt.knownIds)
  const matches: Listed[] = []
  let isResembled = false
  let page: ListPage | null = first
  for (let read = 1; page; read += 1) {
    const unknownPosts = page.posts.filter(({ id }) => !known.has(id))
    matches.push(...unknownPosts.filter((post) => isMatch(post, wanted, floor)))
    isResembled ||= unknownPosts.some((post) => resembles(post, wanted, floor))
    // The last post of the page: a pinned post comes first, however old.
    const oldest = page.posts.at(-1)
    if ((oldest && oldest.createdAt < floor) || !page.next) break
    if (read >= maxPages && matches.length === 0)
      return { state: 'cannot_ask', reason: 'The account has too many newer posts to search.' }
    page = read >= maxPages ? null : await page.next()
  }
  const earliest = matches.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
  if (earliest) return { state: 'found', result: earliest.result }
  return isResembled ? { state: 'absent', isResembled } : { state: 'absent' }
}

function isMatch(post: Listed, wanted: { text: string; mediaCount: number }, floor: Date): boolean {
  return (
    post.createdAt >= floor &&
    post.text === wanted.text &&
    (post.mediaCount === null || post.mediaCount === wanted.mediaCount)
  )
}
