'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listScheduledViolations } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import { formatNumber, plural } from '@/lib/text/number-text'

type Found = AnswerTo<typeof listScheduledViolations>

export const violationsKey = (projectId: string) => ['voice-violations', projectId] as const

/** Scheduled stories that break the saved rules. They stay scheduled. */
export function ScheduledViolations({ projectId, hasRules }: { projectId: string; hasRules: boolean }) {
  const { data, error } = useQuery({
    queryKey: violationsKey(projectId),
    queryFn: ({ signal }) => call(listScheduledViolations, { id: projectId }, { signal }),
    enabled: hasRules,
  })
  if (!hasRules) return null
  return (
    <section aria-labelledby="voice-scheduled" className="panel flex flex-col gap-3 p-5">
      <h2 id="voice-scheduled" className="text-lg font-semibold">
        Scheduled stories
      </h2>
      {error && <ErrorNote isReading error={error} title="Scheduled stories not checked" />}
      {!data && !error && <Skeleton className="h-5 w-64" />}
      {data && <Summary found={data} />}
      {data && data.stories.length > 0 && (
        <ul className="-mx-2 flex flex-col divide-y divide-line">
          {data.stories.map((story) => (
            <StoryRow key={story.id} projectId={projectId} story={story} />
          ))}
        </ul>
      )}
      {data && data.count > data.stories.length && (
        <p className="text-sm text-ink-soft">The first {data.stories.length} are shown.</p>
      )}
    </section>
  )
}

function Summary({ found: { count, checked_count: checked, is_complete } }: { found: Found }) {
  const limit = is_complete ? '' : ` Only the next ${formatNumber(checked)} stories were checked.`
  if (checked === 0) return <p className="text-ink-soft">No scheduled stories.</p>
  if (count === 0) {
    return (
      <p className="flex items-center gap-1.5">
        <CircleCheck aria-hidden size={16} className="text-good" />
        All scheduled stories follow the saved rules.{limit}
      </p>
    )
  }
  return (
    <p>
      <strong className="font-semibold">
        {plural(count, 'scheduled story breaks', 'scheduled stories break')} these rules.
      </strong>{' '}
      {count === 1 ? 'It is' : 'They are'} published as planned unless you edit {count === 1 ? 'it' : 'them'}.{limit}
    </p>
  )
}

const quotedMax = 3

function StoryRow({ projectId, story }: { projectId: string; story: Found['stories'][number] }) {
  const { violations, violation_count: count } = story
  const values = [...new Set(violations.map(({ value }) => value))]
  const hidden = Math.max(0, values.length - quotedMax) + count - violations.length
  return (
    <li className="relative flex min-h-14 items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          href={`/${projectId}/stories/${story.id}/edit`}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {headlineOf(story)}
        </Link>
        <p className="truncate text-sm text-warn">
          {values
            .slice(0, quotedMax)
            .map((value) => `“${value}”`)
            .join(', ')}
          {hidden > 0 && ` +${hidden}`}
        </p>
      </div>
      <ChannelStack channels={story.channels} />
      <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums max-sm:hidden">
        <Time at={story.scheduled_at} />
      </span>
    </li>
  )
}
