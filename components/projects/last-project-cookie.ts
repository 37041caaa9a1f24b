/** The project opened last, for screens without a project in their URL. */
export const projectCookie = 'storycast.project'

const yearSeconds = 365 * 24 * 60 * 60

export function rememberProject(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${projectCookie}=${id}; path=/; max-age=${yearSeconds}; samesite=lax`
}
