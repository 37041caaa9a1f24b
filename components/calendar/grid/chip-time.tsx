import { formatTime } from '@/components/time/formats'

type Props = { at: string; timeZone: string; locale: string }

/** “8:30 AM”, in narrow chips “8:30a”. */
export function ChipTime({ at, timeZone, locale }: Props) {
  const text = formatTime(at, 'time', timeZone, locale)
  const [, clock, period] = /^(.*?)\s*([ap])m$/i.exec(text) ?? []
  return (
    <span
      className="shrink-0 font-semibold tabular-nums @max-[4.5rem]:text-[0.6875rem] @max-[4.5rem]:tracking-tight"
      suppressHydrationWarning
    >
      {clock && period ? (
        <>
          <span className="@max-[9.5rem]:hidden">{text}</span>
          <span className="@min-[9.5rem]:hidden">{clock + period.toLowerCase()}</span>
        </>
      ) : (
        text
      )}
    </span>
  )
}
