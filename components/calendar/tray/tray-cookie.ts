import { setCookie } from '@/components/ui/cookie'

/** Whether the tray of drafts is open. A cookie, because the server renders the layout. */
export const trayCookie = 'storycast-calendar-drafts'

export const rememberTray = (isOpen: boolean): void => setCookie(trayCookie, isOpen ? '1' : null)
