/** Stored in a cookie, so that the server renders the sidebar in the right width. */
export const sidebarCookie = 'storycast.sidebar'
const collapsed = 'collapsed'
const yearSeconds = 365 * 24 * 60 * 60

export const isCollapsed = (value: string | undefined): boolean => value === collapsed

export function rememberSidebar(isNowCollapsed: boolean): void {
  const maxAge = isNowCollapsed ? yearSeconds : 0
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${sidebarCookie}=${collapsed}; path=/; max-age=${maxAge}; samesite=lax`
}
