/** Locales for dates. English first, like the interface; each name is in its own language. */
export const dateLocales = {
  'en-GB': 'English (United Kingdom)',
  'en-US': 'English (United States)',
  'en-CA': 'English (Canada)',
  'en-AU': 'English (Australia)',
  'en-IN': 'English (India)',
  'da-DK': 'Dansk',
  'de-DE': 'Deutsch (Deutschland)',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  'es-ES': 'Español (España)',
  'es-MX': 'Español (México)',
  'fr-FR': 'Français (France)',
  'fr-CA': 'Français (Canada)',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'nb-NO': 'Norsk bokmål',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  'fi-FI': 'Suomi',
  'sv-SE': 'Svenska',
  'cs-CZ': 'Čeština',
  'tr-TR': 'Türkçe',
  'uk-UA': 'Українська',
  'hi-IN': 'हिन्दी',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'zh-CN': '简体中文',
} as const satisfies Record<string, string>

export type DateLocale = keyof typeof dateLocales
export const dateLocaleIds = Object.keys(dateLocales) as DateLocale[]

/** `h12`: 2:30 pm; `h23`: 14:30. */
export const hourCycles = ['h12', 'h23'] as const
export type HourCycle = (typeof hourCycles)[number]

/**
 * The locale for dates and times: the user's choice or the browser's, with the hour cycle as an extension (RFC 6067),
 * so that formatters need only one value.
 */
export function localeWith(
  { date_locale, hour_cycle }: { date_locale: DateLocale | null; hour_cycle: HourCycle | null },
  ofBrowser: string,
): string {
  const locale = date_locale ?? ofBrowser
  return hour_cycle ? `${locale}-u-hc-${hour_cycle}` : locale
}
