import { CircleAlert, CircleCheck, CircleX, Zap } from 'lucide-react'
import { Avatar } from '@/components/account/avatar'
import { formatRelative, formatTime, zoneName } from '@/components/time/formats'
import { Time, useZone } from '@/components/time/zone'
import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import type { Member } from '@/lib/members/contract'
import type { ActivityLine, LineTone } from './activity-lines'

const isoTimes = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

const icons = { good: CircleCheck, warn: CircleAlert, bad: CircleX, quiet: Zap }
const looks: Record<LineTone, string> = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  quiet: 'bg-quiet-wash text-quiet',
}

type Props = { line: ActivityLine; members: readonly Member[]; now: Date }

/** Who did what, and how long ago. */
export function ActivityItem({ line, members, now }: Props) {
  const { actor, client, text, tone, at } = line
  const Icon = icons[tone]
  const member = members.find(({ user_id }) => actor === `user:${user_id}`)
  const name = client ?? member?.name ?? nameOf(actor)
  return (
    <li className="flex items-start gap-2.5 text-sm">
      {name === null ? (
        <span className={`flex size-6 shrink-0 items-center justify-center rounded-full ${looks[tone]}`}>
          <Icon aria-hidden size={14} />
        </span>
      ) : (
        <Avatar name={name} photoUrl={member?.photo_url ?? null} className="size-6 text-[0.625rem]" />
      )}
      <p className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
        {name !== null && <span className="font-medium">{name} </span>}
        {client !== null && <span className="text-ink-soft">(client) </span>}
        <TextWithMatches text={text} pattern={isoTimes} render={(time) => <Time at={time} style="compact" />} />
        <Ago at={at} now={now} />
      </p>
    </li>
  )
}

/** The name for people who are not members. Null for Storycast itself. */
const nameOf = (actor: string | null): string | null => {
  if (actor === null) return null
  return actor.startsWith('token:') ? 'API token' : 'Former member'
}

const weekMs = 7 * 86_400_000

/** “2 hours ago”, after a week the date. The tooltip has the exact time. */
function Ago({ at, now }: { at: string; now: Date }) {
  const { timeZone, locale } = useZone()
  const isOld = now.getTime() - Date.parse(at) > weekMs
  return (
    <time
      dateTime={at}
      title={`${formatTime(at, 'full', timeZone, locale)} (${zoneName(timeZone, new Date(at))})`}
      className="block text-xs text-ink-soft"
    >
      {isOld ? formatTime(at, 'compact', timeZone, locale) : formatRelative(at, now)}
    </time>
  )
}
