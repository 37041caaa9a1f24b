import { setCookie } from '@/components/ui/cookie'

const prefix = 'storycast.checklist.'

/** Set when the user hides the checklist of a project. */
export const checklistCookie = (projectId: string): string => prefix + projectId

/** A cookie, so that the server doesn't render the checklist. */
export function hideChecklist(projectId: string): void {
  setCookie(checklistCookie(projectId), 'hidden')
}
