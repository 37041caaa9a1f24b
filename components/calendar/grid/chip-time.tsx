import { formatTime } from '@/components/time/formats'
import { classes } from '@/components/ui/classes'

type Props = { at: string; timeZone: string; locale: string; className?: string }

/** “8:30a” or “08:30”: short, so that cards have room for their title. */
export const ChipTime = ({ at, timeZone, locale, className }: Props) => (
  <span
    className={classes(
      'shrink-0 font-semibold whitespace-nowrap tabular-nums @max-[4.5rem]:text-[0.6875rem] @max-[4.5rem]:tracking-tight',
      className,
    )}
    suppressHydrationWarning
  >
    {shortTime(formatTime(at, 'time', timeZone, locale))}
  </span>
)

/** “8:30a” for “8:30 AM”. */
export function shortTime(text: string): string {
  const [, clock, period] = /^(.*?)\s*([ap])\.?m\.?$/i.exec(text) ?? []
  return clock && period ? clock + period.toLowerCase() : text
}

/** “7 AM” or “07:00”, for an hour of the day as FullCalendar writes it: “7:00AM”. */
export const hourText = (text: string): string => text.replace(/:00\s*(?=[ap])/i, '\u00a0')
