'use client'

import { isScheduled, primaryAction } from '../state/composer-state'
import type { Composer } from '../state/use-composer'
import { FinishButtons } from './finish-buttons'
import { SaveStatusLine } from './save-status-line'
import { useIsApprover } from './use-is-approver'

type Props = { composer: Composer; requiresApproval: boolean }

/** Always visible: the save status and the buttons. */
export function ComposerFooter({ composer, requiresApproval }: Props) {
  const { store, state, status } = composer
  const { draft, base, phase, finish, canStore } = state
  const isApprover = useIsApprover()
  const isBusy = phase === 'finishing' || phase === 'finished'
  return (
    // The negative margins cancel the padding of the page.
    <div
      data-sticky-footer
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-6 -mb-14 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-2.5 md:bottom-0 md:-mx-6 md:-mb-12 md:px-6"
    >
      <SaveStatusLine
        status={status}
        savedAt={base.saved?.updatedAt ?? null}
        hasUnsavedTime={draft.localTime !== '' && !isScheduled(state)}
        canStore={canStore}
        onCompare={() => store.dispatch({ type: 'conflictOpened' })}
      />
      <FinishButtons
        primary={primaryAction(state)}
        isScheduled={isScheduled(state)}
        asksForApproval={requiresApproval && !isApprover}
        busyWith={isBusy ? finish.action : null}
        onPress={(action) => store.dispatch({ type: 'finishPressed', action, needsApproval: requiresApproval })}
      />
    </div>
  )
}
