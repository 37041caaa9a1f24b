'use client'

import { useState } from 'react'
import { queueBlockerOf } from '@/components/story-time/queue-blocker'
import { useNextSlots } from '@/components/story-time/use-story-times'
import type { Timed } from '@/components/time/channel-times'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { firstProblem } from '../checks/draft-problems'
import { goToProblem } from '../fields/go-to-problem'
import { isScheduled, primaryAction } from '../state/composer-state'
import type { FinishAction } from '../state/missing-field'
import type { Composer } from '../state/use-composer'
import { FinishButton } from './finish-button'
import { IssueCount } from './issue-count'
import { SaveStatusLine } from './save-status-line'
import { TimeChip } from './time-chip'
import { useIsApprover } from './use-is-approver'

const SlotsDialog = lazyComponent(() => import('@/components/posting-slots/slots-dialog').then((it) => it.SlotsDialog))

type Props = { composer: Composer; timed: Timed | null; requiresApproval: boolean; now: string }

/** Always visible: the save status, the issues, the time and the ways to finish. */
export function ComposerFooter({ composer, timed, requiresApproval, now }: Props) {
  const { projectId, store, state, status, problems } = composer
  const { draft, base, phase, finish, canStore } = state
  const isApprover = useIsApprover()
  const slots = useNextSlots({ projectId, channels: draft.channels })
  const [isSettingSlots, setIsSettingSlots] = useState(false)
  const queueBlocker = queueBlockerOf(slots)
  const chooseTime = (): void => store.dispatch({ type: 'fieldRequested', target: { channel: null, field: 'time' } })
  // The time shows why a channel cannot be queued. It can be chosen before that channel is.
  const press = (action: FinishAction, isApproved?: boolean): void =>
    action === 'queue' && queueBlocker !== null ? chooseTime() : composer.finish(action, isApproved)
  const setSlots = (): void => setIsSettingSlots(true)
  const isBusy = phase === 'finishing' || phase === 'finished'
  const first = firstProblem(problems)
  return (
    <footer
      data-sticky-footer
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] @4xl:px-6"
    >
      <div className="flex min-w-0 flex-1 basis-60 items-center justify-between gap-x-3 sm:justify-start">
        <SaveStatusLine
          status={status}
          savedAt={base.saved?.updatedAt ?? null}
          hasUnsavedTime={draft.localTime !== '' && !isScheduled(state)}
          canStore={canStore}
          onCompare={() => store.dispatch({ type: 'conflictOpened' })}
          onShowIssues={() => first && goToProblem(store, first)}
        />
        <IssueCount problems={problems} store={store} isBlocked={finish.isBlocked} isSaved={status.kind === 'saved'} />
      </div>
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:justify-between">
        <TimeChip {...{ composer, timed, slots, requiresApproval, now }} onSetSlots={setSlots} />
        <FinishButton
          primary={primaryAction(state)}
          isScheduled={isScheduled(state)}
          hasTime={draft.localTime !== ''}
          approval={!requiresApproval ? 'not needed' : isApprover ? 'gives' : 'asks'}
          queueBlocker={queueBlocker}
          busyWith={isBusy ? finish.action : null}
          onPress={press}
          onChooseTime={chooseTime}
          onSetSlots={setSlots}
        />
      </div>
      {isSettingSlots && (
        <SlotsDialog
          projectId={projectId}
          channel={slots?.withoutSlots[0] ?? null}
          onClose={() => setIsSettingSlots(false)}
        />
      )}
    </footer>
  )
}
