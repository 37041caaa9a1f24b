'use client'

import { CircleCheck, PenLine, RotateCcw, X } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { useMay } from '@/components/projects/role'
import { formatRelative } from '@/components/time/formats'
import { Time } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { headlineOf } from '@/lib/stories/content/headline'
import { chartOf } from './chart-data'
import { MomentChart } from './moment-chart'
import { kindLooks, SeverityIcon, severityLabels, statusLabels } from './moment-look'
import { type ListedMoment, useFollowUp, useMomentStatus } from './use-moment-actions'

type Props = { moment: ListedMoment; projectId: string; now: Date }

export function MomentCard({ moment, projectId, now }: Props) {
  const { kind, severity, status, headline, reasoning, detected_at, story } = moment
  const { label, Icon } = kindLooks[kind]
  const chart = chartOf(moment)
  const isStrong = severity === 'high' || severity === 'exceptional'
  return (
    <li id={moment.id} className="panel grid gap-x-8 gap-y-4 p-4 md:p-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span className="inline-flex items-center gap-1.5">
            <Icon aria-hidden size={16} className={kind === 'slump' ? 'text-warn' : 'text-good'} />
            {label}
          </span>
          <span className={classes('inline-flex items-center gap-1', isStrong && 'font-medium text-ink')}>
            <SeverityIcon severity={severity} />
            <span className="sr-only">Severity:</span> {severityLabels[severity]}
          </span>
          <time dateTime={detected_at} suppressHydrationWarning>
            {formatRelative(detected_at, now)}
          </time>
          {status !== 'new' && (
            <span className="inline-flex items-center gap-1">
              {status === 'acted_on' && <CircleCheck aria-hidden size={16} className="text-good" />}
              {statusLabels[status]}
            </span>
          )}
        </p>
        <div className="flex flex-col gap-1">
          <h2 className="text-base font-semibold wrap-anywhere">{headline}</h2>
          <p className="max-w-prose text-ink-soft wrap-anywhere">{reasoning}</p>
        </div>
        {story && <StoryLine story={story} projectId={projectId} />}
      </div>
      <div className="flex flex-col justify-between gap-4">
        {chart && <MomentChart data={chart} />}
        <Actions moment={moment} projectId={projectId} />
      </div>
    </li>
  )
}

function StoryLine({ story, projectId }: { story: NonNullable<ListedMoment['story']>; projectId: string }) {
  return (
    <div className="relative flex min-w-0 items-center gap-3">
      <RowThumbnail url={story.media_url} />
      <div className="min-w-0 flex-1">
        <Link
          href={`/${projectId}/stories/${story.id}`}
          className="block truncate after:absolute after:inset-0 hover:underline"
        >
          {headlineOf({ title: null, caption: story.caption })}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <ChannelIcons channels={story.channels} />
          {story.published_at && <Time at={story.published_at} />}
        </span>
      </div>
    </div>
  )
}

function Actions({ moment, projectId }: { moment: ListedMoment; projectId: string }) {
  const setStatus = useMomentStatus(projectId)
  const { mutate: followUp, isPending } = useFollowUp(projectId)
  const { status, story_id, draft_story_id } = moment
  if (!useMay('stories:write')) return null
  return (
    <div className="flex flex-wrap items-center gap-2 lg:justify-end">
      {status === 'new' && (
        <Button tone="ghost" isSmall icon={<X aria-hidden size={16} />} onClick={() => setStatus(moment, 'dismissed')}>
          Dismiss
        </Button>
      )}
      {status !== 'new' && (
        <Button
          tone="ghost"
          isSmall
          icon={<RotateCcw aria-hidden size={16} />}
          onClick={() => setStatus(moment, 'new')}
        >
          Set to new
        </Button>
      )}
      {draft_story_id ? (
        <ButtonLink isSmall href={`/${projectId}/stories/${draft_story_id}`} icon={<PenLine aria-hidden size={16} />}>
          Open follow-up
        </ButtonLink>
      ) : (
        status !== 'dismissed' && (
          <Button isSmall icon={<PenLine aria-hidden size={16} />} isBusy={isPending} onClick={() => followUp(moment)}>
            {story_id ? 'Write a follow-up' : 'New story'}
          </Button>
        )
      )}
    </div>
  )
}
