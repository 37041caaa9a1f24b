'use client'

import type { Timed } from '@/components/time/channel-times'
import { Notice } from '@/components/ui/notice'
import { isScheduled } from '../state/composer-state'
import type { Composer, ComposerProps } from '../state/use-composer'
import { FinishError } from './composer-notices'
import { NextSlots } from './next-slots'
import { ScheduleField } from './schedule-field'
import { useIsApprover } from './use-is-approver'

type Props = { composer: Composer; timed: Timed | null; requiresApproval: boolean; now: ComposerProps['now'] }

/** The time, and why the last attempt failed. */
export function SchedulePanel({ composer, timed, requiresApproval, now }: Props) {
  const { projectId, store, state, status } = composer
  const { missing, error } = state.finish
  const { channels, localTime } = state.draft
  const isTimeMissing = missing?.target.field === 'time'
  const isApprover = useIsApprover()
  return (
    <div className="panel flex min-w-0 flex-col gap-4 p-4 lg:col-start-1">
      <ScheduleField
        projectId={projectId}
        channels={channels}
        timed={timed}
        value={localTime}
        onChange={(value) => store.dispatch({ type: 'edited', patch: { localTime: value } })}
        error={isTimeMissing && !localTime ? missing.message : null}
        now={now}
      />
      {!isScheduled(state) && (
        <NextSlots
          projectId={projectId}
          channels={channels}
          isBusy={state.phase === 'finishing' && state.finish.action === 'queue'}
          onAdd={() => store.dispatch({ type: 'finishPressed', action: 'queue', needsApproval: requiresApproval })}
        />
      )}
      {requiresApproval && (
        <p className="text-sm text-ink-soft">
          {isApprover
            ? 'Posts wait in the queue for approval. You can approve them.'
            : 'An admin or owner must approve this story before it is published.'}
        </p>
      )}
      {missing && !isTimeMissing && (
        <Notice tone="bad" role="alert">
          {missing.message}
        </Notice>
      )}
      <FinishError error={error} isSaved={status.kind === 'saved'} />
    </div>
  )
}
