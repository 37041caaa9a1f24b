import { setCookie } from '@/components/ui/cookie'

/** `system` is the default and has no cookie. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'storycast.theme'

export const themeOf = (value: string | undefined): Theme => themes.find((theme) => theme === value) ?? 'system'

/** Applies the theme and stores it in a cookie, so that the server renders it. */
export function applyTheme(theme: Theme): void {
  const { documentElement } = document
  if (theme === 'system') delete documentElement.dataset.theme
  else documentElement.dataset.theme = theme
  setCookie(themeCookie, theme === 'system' ? null : theme)
}
