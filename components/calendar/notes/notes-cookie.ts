import { setCookie } from '@/components/ui/cookie'

/** Set while notes and holidays are hidden. A cookie, because the server renders them. */
export const notesHiddenCookie = 'storycast-calendar-notes-hidden'

export const rememberNotes = (isShown: boolean): void => setCookie(notesHiddenCookie, isShown ? null : '1')
