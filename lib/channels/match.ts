import type { Doubt, FindResult, Json } from './channel'

/** A post that the network lists, reduced to what tells whether it is the one in doubt. */
export type Listed = {
  id: string
  /** As `sameText` gives it. */
  text: string
  createdAt: Date
  /** Null where the network does not say. */
  mediaCount: number | null
  /** What the step in doubt would have returned. */
  result: Json
}

/** One page of a list, newest first. `next` asks for the one after it, and is null at the end. */
export type ListPage = { posts: Listed[]; next: (() => Promise<ListPage>) | null }

/** Clocks of two houses differ; what is older than this before the intent is not ours. */
export const clockSkewMs = 2 * 60 * 1_000

const maxPages = 20

/** Begins at the first label of a host: to try at each letter takes time by the square of a long text. */
const addressForm = /(?<![\p{L}\p{N}-]|[\p{L}\p{N}-]\.)(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?/giu

/** What stays of a text whatever a network makes of its links, its escapes, its spacing and its punctuation. */
function gist(text: string): string {
  const words = text
    .normalize('NFKC')
    .replace(addressForm, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39);/g, ' ')
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim()
}

/**
 * Most likely the post in doubt, changed in a way that is not known here. It cannot be adopted, and with it in the
 * list nobody can say either that the post is not there.
 */
function resembles(post: Listed, wanted: { text: string; mediaCount: number }, floor: Date): boolean {
  const isMissingMedia = post.mediaCount !== null && post.mediaCount < wanted.mediaCount
  return (
    post.createdAt >= floor &&
    wanted.text !== '' &&
    post.text !== '' &&
    (post.text !== wanted.text || isMissingMedia) &&
    gist(post.text) === gist(wanted.text)
  )
}

export const earliestPossible = (doubt: Doubt): Date => new Date(doubt.sentAt.getTime() - clockSkewMs)

/** Spacing and Unicode form are the network's to change; nothing else is. */
export function sameText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b]+/gu, ' ')
    .trim()
}

/**
 * Looks through a list for the post in doubt. Two rows may have sent one text, so posts that belong to others are
 * skipped and the earliest that is left is taken. `absent` is only said when the list reached back far enough.
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
    const strangers = page.posts.filter(({ id }) => !known.has(id))
    matches.push(...strangers.filter((post) => isMatch(post, wanted, floor)))
    isResembled ||= strangers.some((post) => resembles(post, wanted, floor))
    // The last of the page and not any of it: a pinned post stands first, however old it is.
    const oldest = page.posts.at(-1)
    if ((oldest && oldest.createdAt < floor) || !page.next) break
    if (read >= maxPages && matches.length === 0)
      return { state: 'cannot_ask', reason: 'The account has posted more since then than can be looked through.' }
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
