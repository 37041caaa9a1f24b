/** `system` is the default and has no cookie. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'storycast.theme'

export const themeOf = (value: string | undefined): Theme => themes.find((theme) => theme === value) ?? 'system'

const yearSeconds = 365 * 24 * 60 * 60

/** Applies the theme and stores it in a cookie, so that the server renders it. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document
  if (theme === 'system') delete documentElement.dataset.theme
  else documentElement.dataset.theme = theme
  const maxAge = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${maxAge}; samesite=lax`
}
