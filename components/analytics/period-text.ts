import { daysText } from '@/components/time/days-text'
import { daysBetween } from '@/lib/calendar-days'
import { plural } from '@/lib/text/number-text'
import type { AnalyticsFilter, Comparison, Days, Period } from './analytics-filter'

export const periodLabels: Record<Period, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 365 days',
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

export const periodText = ({ period, days }: AnalyticsFilter, locale: string): string =>
  period === 'custom' && days ? daysText(days, locale) : periodLabels[period]

export const countDays = ({ first, last }: Days): string => plural(daysBetween(first, last) + 1, 'day')
