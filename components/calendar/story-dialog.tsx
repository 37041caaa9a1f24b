'use client'

import { Lock, Move, PenLine, SquareCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { useRoleHint } from '@/components/projects/role'
import { StoryStatusChip } from '@/components/stories/story-status'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import { ChannelTimes, channelTimesText } from '@/components/time/channel-times-list'
import { zoneName } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { type CalendarStory, lockReasonOf, statusOf, storyTitle } from './data/calendar-data'

type Props = {
  projectId: string
  story: CalendarStory
  now: Date
  isSelected: boolean
  /** Missing in the list view. */
  onStartDrag?: () => void
  onSelect: () => void
  onMove: (local: string) => void
  onClose: () => void
}

/** Details and actions of a story in the calendar. */
export function StoryDialog({ projectId, story, now, isSelected, onStartDrag, onSelect, onMove, onClose }: Props) {
  const roleHint = useRoleHint({ scope: 'stories:publish', to: 'reschedule stories' })
  const locked = lockReasonOf(story, now)
  const path = `/${projectId}/stories/${story.id}`
  const mayEdit = !roleHint && !story.is_public && (story.status === 'draft' || story.status === 'scheduled')
  return (
    <Dialog title={storyTitle(story)} onClose={onClose}>
      <div className="flex items-start gap-4">
        {story.picture_url && <Thumbnail url={story.picture_url} className="size-20" />}
        <div className="flex min-w-0 flex-col items-start gap-2">
          <StoryStatusChip {...statusOf(story, now)} />
          <p className="font-medium">
            <Time at={story.at} />
          </p>
          <ChannelIcons channels={story.channels} />
        </div>
      </div>
      <ChannelTimes times={story.own_times} />
      {(locked ?? roleHint) ? (
        <p className="flex items-start gap-2 text-ink-soft">
          <Lock aria-hidden size={16} className="mt-1 shrink-0" />
          {locked ?? roleHint}
        </p>
      ) : (
        <MoveForm projectId={projectId} story={story} now={now} onMove={onMove} />
      )}
      <DialogButtons>
        {!locked && !roleHint && onStartDrag && (
          <Button tone="ghost" icon={<Move aria-hidden size={16} />} onClick={onStartDrag}>
            Move with arrow keys
          </Button>
        )}
        {!roleHint && (
          <Button tone="ghost" icon={<SquareCheck aria-hidden size={16} />} onClick={onSelect}>
            {isSelected ? 'Deselect' : 'Select'}
          </Button>
        )}
        {mayEdit && (
          <ButtonLink href={`${path}/edit`} icon={<PenLine aria-hidden size={16} />}>
            Edit
          </ButtonLink>
        )}
        <ButtonLink tone="primary" href={path}>
          Open story
        </ButtonLink>
      </DialogButtons>
    </Dialog>
  )
}

function MoveForm({ projectId, story, now, onMove }: Pick<Props, 'projectId' | 'story' | 'now' | 'onMove'>) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState(() => localOf(story.at, timeZone))
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const at = instantOf(local, timeZone)
  const submit = (): void => {
    if (!at) setError('Enter a date and a time.')
    else if (at < now) setError('This time is in the past.')
    else onMove(local)
  }
  return (
    <Form className="flex flex-wrap items-start gap-2" onSubmit={submit}>
      <StoryTimeField
        projectId={projectId}
        channels={story.channels}
        id={id}
        label="New time"
        className="min-w-52 flex-1"
        value={local}
        error={error}
        hint={`In ${zoneName(timeZone, at ?? now)}.${story.own_times.length > 0 ? ` ${channelTimesText}` : ''}`}
        onChange={(value) => {
          setLocal(value)
          setError(null)
        }}
      />
      <Button type="submit" className="mt-7.5">
        Reschedule
      </Button>
    </Form>
  )
}
