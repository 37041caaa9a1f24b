'use client'

import { PenLine } from 'lucide-react'
import { useId, useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { issueSentence } from '@/components/errors/form-issues'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import { zoneName } from '@/components/time/formats'
import { dayOf, instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { ApiError } from '@/lib/api/client'
import { addDays } from '@/lib/calendar-days'
import type { StoryDetail } from '@/lib/stories/contract'
import { plural } from '@/lib/text/number-text'

type Props = {
  story: StoryDetail
  now: Date
  /** Of the last attempt. */
  error: unknown
  isBusy: boolean
  /** @param local in the zone */
  onSchedule: (local: string, timeZone: string) => void
  onClose: () => void
}

/** Chooses when a draft is published. The page closes it once the story is scheduled. */
export function ScheduleDialog({ story, now, error, isBusy, onSchedule, onClose }: Props) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState(() => `${addDays(dayOf(now, timeZone), 1)}T09:00`)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const at = instantOf(local, timeZone)
  const submit = (): void => {
    if (!at) setProblem('Enter a date and a time.')
    else if (at < now) setProblem('This time is in the past.')
    else onSchedule(local, timeZone)
  }
  return (
    <Dialog title="Schedule" onClose={onClose}>
      <Form ref={focusFirstField} onSubmit={submit}>
        <StoryTimeField
          projectId={story.project_id}
          channels={story.channels}
          id={id}
          label="Time"
          value={local}
          error={problem}
          hint={`In ${zoneName(timeZone, at ?? now)}.`}
          onChange={(value) => {
            setLocal(value)
            setProblem(null)
          }}
        />
        {Boolean(error) && <Refusal story={story} error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Schedule
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** What has to be fixed in the story first, with a link to the composer. */
function Refusal({ story, error }: { story: StoryDetail; error: unknown }) {
  const issues = error instanceof ApiError ? error.issues : []
  if (issues.length === 0) return <ErrorNote error={error} title="Not scheduled" />
  return (
    <Notice
      tone="bad"
      role="alert"
      title={`Fix ${plural(issues.length, 'issue')} first`}
      action={
        <ButtonLink
          isSmall
          href={`/${story.project_id}/stories/${story.id}/edit`}
          icon={<PenLine aria-hidden size={14} />}
        >
          Edit
        </ButtonLink>
      }
    >
      <ul>
        {issues.slice(0, 3).map(({ path, message, channel }) => (
          <li key={`${path} ${message}`}>{issueSentence(message, channel ? channelNames[channel] : path)}</li>
        ))}
      </ul>
    </Notice>
  )
}
