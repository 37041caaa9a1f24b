import { z } from 'zod'
import { daysBetween, isDay } from '@/lib/calendar-days'
import { invalid } from '@/lib/errors'

const rangeDaysMax = 92

/** A day without a time zone. */
export const day = z
  .string()
  .refine(isDay, 'must be a day such as 2026-05-01')
  .meta({ format: 'date', description: 'A day in the project’s time zone.' })

/** @throws validation_error when the range is empty or longer than 92 days */
export function requireDayRange(from: string, to: string): void {
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid('to', 'must not be before from.', 'invalid')
  if (days > rangeDaysMax)
    throw invalid('to', `A range has at most ${rangeDaysMax} days. This one has ${days}.`, 'too_far')
}
