/** A public holiday of a whole country on one day. */
export type PublicHoliday = { day: string; country: string; name: string }

/** By country and year. At most a few hundred countries, for the few years that people look at. */
const cache = new Map<string, PublicHoliday[]>()
const cachedMax = 1_000

/**
 * Public holidays of a country in a year, with English names. Holidays of a single region are left out.
 *
 * Data: date-holidays, from Wikipedia, CC BY-SA 3.0.
 */
export async function holidaysOf(country: string, year: number): Promise<PublicHoliday[]> {
  const key = `${country} ${year}`
  const cached = cache.get(key)
  if (cached) return cached
  // 0.8 MB of data, so it is loaded when a project first needs it.
  const { default: Holidays } = await import('date-holidays')
  const holidays = new Holidays(country)
    .getHolidays(year, 'en')
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ day: date.slice(0, 10), country, name }))
  if (cache.size >= cachedMax) cache.clear()
  cache.set(key, holidays)
  return holidays
}
