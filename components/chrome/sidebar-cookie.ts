import { setCookie } from '@/components/ui/cookie'

/** Stored in a cookie, so that the server renders the sidebar in the right width. */
export const sidebarCookie = 'storycast.sidebar'
const collapsed = 'collapsed'

export const isCollapsed = (value: string | undefined): boolean => value === collapsed

export function rememberSidebar(isNowCollapsed: boolean): void {
  setCookie(sidebarCookie, isNowCollapsed ? collapsed : null)
}
