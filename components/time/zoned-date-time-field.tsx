'use client'

import { DateTimeField, type DateTimeFieldProps } from '@/components/ui/date-time/date-time-field'
import { zoneName } from './formats'
import { instantOf, localOf } from './local-time'
import { useZone } from './zone'

type Props = Omit<DateTimeFieldProps, 'now' | 'locale' | 'zone'>

/** A date and time in the project's zone. */
export function ZonedDateTimeField(props: Props) {
  const { timeZone, locale } = useZone()
  const now = new Date()
  const at = instantOf(props.value, timeZone) ?? now
  return <DateTimeField {...props} now={localOf(now, timeZone)} locale={locale} zone={zoneName(timeZone, at)} />
}
