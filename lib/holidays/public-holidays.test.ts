import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { holidayCountries } from '@/lib/projects/holiday-country-codes'
import { holidaysOf } from './public-holidays'

test('each country that a project can choose has holidays', () => {
  expect(Object.keys(new Holidays().getCountries()).sort()).toEqual([...holidayCountries].sort())
})

test('lists national public holidays in English, and not those of a region', async () => {
  const german = await holidaysOf('DE', 2026)
  expect(german).toHaveLength(9)
  expect(german).toContainEqual({ day: '2026-04-06', country: 'DE', name: 'Easter Monday' })
  expect(german.map(({ name }) => name)).not.toContain('Epiphany')
})
