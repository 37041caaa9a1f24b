import { setCookie } from '@/components/ui/cookie'

/** How the reader left the sidebar. Not set until they change it. A cookie, because the server renders its width. */
export const sidebarCookie = 'storycast.sidebar'
/** Set while the window is too narrow for the open sidebar. */
export const narrowCookie = 'storycast.narrow'

/** What the server knows. Without a choice, the sidebar is open where the window is wide enough. */
export type SidebarState = { choice: 'collapsed' | 'expanded' | null; isNarrow: boolean }

export function sidebarState(cookieOf: (name: string) => string | undefined): SidebarState {
  const choice = cookieOf(sidebarCookie)
  return {
    choice: choice === 'collapsed' || choice === 'expanded' ? choice : null,
    isNarrow: cookieOf(narrowCookie) !== undefined,
  }
}

export const rememberChoice = (choice: SidebarState['choice']): void => setCookie(sidebarCookie, choice)
export const rememberNarrow = (isNarrow: boolean): void => setCookie(narrowCookie, isNarrow ? '1' : null)
