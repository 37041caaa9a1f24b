import type { StoryTimes } from './story-times'

/**
 * A story that is posted in less than a minute. Kept in this browser, so that every page can undo it. `before` is
 * when it was to be posted; null for a draft. `channels`: the names of its channels, if only some are posted.
 */
export type PendingPost = {
  projectId: string
  storyId: string
  headline: string
  channels?: string
  at: string
  before: StoryTimes | null
}

const storageKey = 'storycast.posting'
const changed = 'storycast:posting'

/** The last text and what it means: React must get the same list until it changes. */
let cache: { text: string; posts: readonly PendingPost[] } = { text: '', posts: [] }

/** Posts that are not due yet, the newest last. */
export function readPendingPosts(): readonly PendingPost[] {
  const text = read()
  if (text !== cache.text) cache = { text, posts: parse(text) }
  return cache.posts
}

export function addPendingPost(post: PendingPost): void {
  write([...readPendingPosts().filter(({ storyId }) => storyId !== post.storyId), post])
}

/** Whether this post of a story is one of those that are posted soon. */
export const isPostedSoon = ({ before }: PendingPost, itemId: string): boolean =>
  before === null || before.at !== null || before.own.some((own) => own.itemId === itemId)

export function removePendingPost(storyId: string): void {
  write(readPendingPosts().filter((post) => post.storyId !== storyId))
}

/** Calls back after changes, also in other tabs. */
export function subscribeToPendingPosts(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Used while the browser refuses to store anything. */
let kept = ''

function read(): string {
  try {
    return window.localStorage.getItem(storageKey) ?? kept
  } catch {
    return kept
  }
}

function write(posts: readonly PendingPost[]): void {
  kept = posts.length > 0 ? JSON.stringify(posts) : ''
  try {
    if (kept) window.localStorage.setItem(storageKey, kept)
    else window.localStorage.removeItem(storageKey)
  } catch {
    // Shown on this page only.
  }
  window.dispatchEvent(new Event(changed))
}

function parse(text: string): readonly PendingPost[] {
  try {
    const posts = JSON.parse(text || '[]') as PendingPost[]
    return posts.filter(
      ({ projectId, storyId, headline, at }) => projectId && storyId && headline && !Number.isNaN(Date.parse(at)),
    )
  } catch {
    return []
  }
}
