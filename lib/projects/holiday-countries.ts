import { z } from 'zod'
import { holidayCountries, holidayCountriesMax } from './holiday-country-codes'

const known = new Set(holidayCountries)

export const holidayCountriesField = z
  .array(z.string().refine((code) => known.has(code), 'must be a country code with known holidays, such as DE'))
  .max(holidayCountriesMax)
  .refine((codes) => new Set(codes).size === codes.length, 'must not repeat a country')
  .meta({ description: 'ISO 3166-1 codes of countries whose public holidays the calendar shows. At most 3.' })
