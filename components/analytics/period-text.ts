import { formatTime } from '@/components/time/formats'
import { daysBetween } from '@/lib/calendar-days'
import { plural } from '@/lib/text/number-text'
import type { AnalyticsFilter, Comparison, Days, Period } from './analytics-filter'

export const periodLabels: Record<Period, string> = {
  '7': 'Last 7 days',
  '28': 'Last 28 days',
  '90': 'Last 90 days',
  month: 'This month',
  last_month: 'Last month',
  all: 'All time',
  custom: 'Custom range',
}

export const comparisonLabels: Record<Comparison, string> = {
  previous: 'Previous period',
  year: 'Same period last year',
  custom: 'Custom range',
  none: 'No comparison',
}

/** “1 Nov – 28 Nov 2026”. Days have no zone: noon in UTC formats as that day. */
export function daysText({ first, last }: Days, locale: string): string {
  const format = (day: string, style: 'date' | 'dayOfMonth'): string =>
    formatTime(`${day}T12:00:00Z`, style, 'UTC', locale)
  if (first === last) return format(first, 'date')
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  return `${format(first, isSameYear ? 'dayOfMonth' : 'date')} – ${format(last, 'date')}`
}

export const periodText = ({ period, days }: AnalyticsFilter, locale: string): string =>
  period === 'custom' && days ? daysText(days, locale) : periodLabels[period]

export const countDays = ({ first, last }: Days): string => plural(daysBetween(first, last) + 1, 'day')
