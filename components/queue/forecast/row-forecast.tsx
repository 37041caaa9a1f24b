import { nameChannels } from '@/components/channels/channel-names'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { toneOf } from './forecast-button'

/** Why posts of a row will or may fail. The same reason is shown once for all its channels. */
export function RowForecast({ issues, channels }: { issues: readonly ForecastIssue[]; channels: number }) {
  const groups = new Map<string, ForecastIssue[]>()
  for (const issue of issues) groups.set(issue.message, [...(groups.get(issue.message) ?? []), issue])
  return [...groups].map(([message, own]) => {
    const [first] = own
    if (!first) return null
    const names = nameChannels(own.map(({ channel }) => channel))
    return (
      <p key={message} className="text-sm wrap-anywhere">
        <span className={toneOf(first)}>
          {first.severity === 'error' ? 'Will fail' : 'At risk'}
          {own.length < channels && ` on ${names}`}:
        </span>{' '}
        <span className="text-ink-soft">
          {message} {first.remedy}
        </span>
      </p>
    )
  })
}
