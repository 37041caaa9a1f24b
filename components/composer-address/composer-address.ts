import { leaveFor } from '@/components/navigation/leave-guard'

/** What the composer's address says: a new story, or the story to edit. */
export type ComposerAddress = { projectId: string; storyId: string | null }

/** Reads `/<project>/compose` and `/<project>/stories/<story>/edit`. Null for other pages. */
export function readComposerAddress(pathname: string): ComposerAddress | null {
  const [, projectId = '', ...rest] = pathname.split('/')
  if (rest.length === 1 && rest[0] === 'compose') return { projectId, storyId: null }
  const isEdit = rest.length === 3 && rest[0] === 'stories' && rest[2] === 'edit'
  return isEdit && rest[1] ? { projectId, storyId: rest[1] } : null
}

/** In the history entry of an open dialog. Closing it goes back. Another key is another dialog. */
type DialogEntry = { composerKey: string }

/** The open dialog's key. Null for other pages, also for the composer as a page. */
export const dialogKey = (): string | null => (window.history.state as Partial<DialogEntry> | null)?.composerKey ?? null

/** Changes the address of the open composer, which stays open. */
export function replaceComposerAddress(path: string): void {
  const composerKey = dialogKey()
  window.history.replaceState(composerKey === null ? null : ({ composerKey } satisfies DialogEntry), '', path)
}

/** The project whose pages can show the composer over themselves. Null while none is mounted. */
let hostProject: string | null = null

export function setHostProject(projectId: string | null): void {
  hostProject = projectId
}

/** Whether the composer of this address opens over the page. Otherwise it is a page of its own. */
export function isOverPage(href: string): boolean {
  const { origin, pathname } = new URL(href, window.location.href)
  const address = readComposerAddress(pathname)
  return origin === window.location.origin && address !== null && address.projectId === hostProject
}

/**
 * Opens the composer over the page.
 *
 * @returns false if the address must be opened as a page
 */
export function openOverPage(href: string): boolean {
  if (!isOverPage(href)) return false
  const url = new URL(href, window.location.href)
  const entry: DialogEntry = { composerKey: Math.random().toString(36).slice(2) }
  window.history.pushState(entry, '', `${url.pathname}${url.search}`)
  return true
}

type Router = { push: (href: string) => void }

/** Opens the composer, or any other page. */
export function goToComposer(router: Router, href: string): void {
  if (!openOverPage(href)) leaveFor(() => router.push(href))
}
