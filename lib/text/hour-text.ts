/** “9 AM” or “09”, by locale. Without words such as “Uhr”, as there is little room above a column. */
export function hourText(hour: number, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).formatToParts(dayAt(hour))
  const shown = parts.filter(({ type }) => type === 'hour' || type === 'dayPeriod')
  return shown.map(({ value }) => value).join('\u00a0')
}

/** “9:00 AM” or “9:00”, by locale. 24 is midnight. */
export const clockText = (hour: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(dayAt(hour))
    .replace(/\s/g, '\u00a0')

const dayAt = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour))
