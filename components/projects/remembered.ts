/** Remembers the project that was looked at last, for screens whose address names none. */
export const projectCookie = 'storycast.project'

const yearSeconds = 365 * 24 * 60 * 60

export function rememberProject(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${projectCookie}=${id}; path=/; max-age=${yearSeconds}; samesite=lax`
}
