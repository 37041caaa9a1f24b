const prefix = 'storycast.checklist.'
const yearSeconds = 365 * 24 * 60 * 60

/** The cookie that says that a person wants to see no first steps of this project any more. */
export const checklistCookie = (projectId: string): string => prefix + projectId

/** A cookie, so that the server leaves the list out of the first paint and nothing moves. */
export function hideChecklist(projectId: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${checklistCookie(projectId)}=hidden; path=/; max-age=${yearSeconds}; samesite=lax`
}
