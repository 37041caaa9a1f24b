/** What a person chose; `system` is no choice and leaves no cookie. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'storycast.theme'

export const themeOf = (value: string | undefined): Theme => themes.find((theme) => theme === value) ?? 'system'

const yearSeconds = 365 * 24 * 60 * 60

/** Shows the theme now, and lets the server send it with the first byte from now on. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document
  if (theme === 'system') delete documentElement.dataset.theme
  else documentElement.dataset.theme = theme
  const maxAge = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${maxAge}; samesite=lax`
}
