import { plural } from '@/lib/text/number-text'

const counted = (count: number, unit: string): string => `${plural(count, unit)} before`

/** “1 day before”. */
export function aheadText(minutes: number): string {
  if (minutes > 0 && minutes % 1_440 === 0) return counted(minutes / 1_440, 'day')
  if (minutes > 0 && minutes % 60 === 0) return counted(minutes / 60, 'hour')
  return counted(minutes, 'minute')
}
