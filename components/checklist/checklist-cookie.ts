const prefix = 'storycast.checklist.'
const yearSeconds = 365 * 24 * 60 * 60

/** Set when the user hides the checklist of a project. */
export const checklistCookie = (projectId: string): string => prefix + projectId

/** A cookie, so that the server doesn't render the checklist. */
export function hideChecklist(projectId: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${checklistCookie(projectId)}=hidden; path=/; max-age=${yearSeconds}; samesite=lax`
}
