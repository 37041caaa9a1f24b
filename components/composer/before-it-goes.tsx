'use client'

import { useIsAtLeast } from '@/components/projects/role'
import type { Timed } from '@/components/time/own-times'
import { Notice } from '@/components/ui/notice'
import { Endings } from './endings'
import { Stopped } from './notices'
import { showProblems } from './problem-list'
import { SaveLine } from './save-line'
import { ScheduleField } from './schedule-field'
import type { ComposerProps, ComposerState } from './use-composer'
import type { useWaysOut } from './use-ways-out'

type Props = {
  composer: ComposerState
  ways: ReturnType<typeof useWaysOut>
  projectId: string
  timed: Timed | null
  requiresApproval: boolean
  now: ComposerProps['now']
}

/** Whoever ends it so only asks: somebody else lets it go out. */
const useAsksForApproval = (requiresApproval: boolean): boolean => !useIsAtLeast('admin') && requiresApproval

/** When it goes out, and what was in the way of it. */
export function BeforeItGoes({ composer, ways, projectId, timed, requiresApproval, now }: Props) {
  const { state, draft, saving } = composer
  const { missing } = ways
  const asks = useAsksForApproval(requiresApproval)
  return (
    <div className="panel flex min-w-0 flex-col gap-4 p-4 lg:col-start-1">
      <ScheduleField
        projectId={projectId}
        channels={draft.channels}
        timed={timed}
        value={draft.localTime}
        onChange={(localTime) => state.change({ localTime })}
        error={missing?.place.field === 'time' && !draft.localTime ? missing.message : null}
        now={now}
      />
      {requiresApproval && <p className="text-sm text-ink-soft">{approvalWords(asks)}</p>}
      {missing && missing.place.field !== 'time' && (
        <Notice tone="bad" role="alert">
          {missing.message}
        </Notice>
      )}
      <Stopped error={composer.endingError} isSaved={saving.kind === 'saved'} onShow={showProblems} />
    </div>
  )
}

/** Always in sight: how the words stand with the server, and the ways out. */
export function Foot({ composer, ways, requiresApproval }: Omit<Props, 'projectId' | 'timed' | 'now'>) {
  const { state, draft, base, saving, ending } = composer
  return (
    // At the end of the page it takes the room that other screens leave below them.
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-6 -mb-14 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-2.5 md:bottom-0 md:-mx-8 md:-mb-16 md:px-8">
      <SaveLine
        state={saving}
        savedAt={base.saved?.updatedAt ?? null}
        hasUnsaidTime={draft.localTime !== '' && !ways.isScheduled}
        isKept={state.canKeep}
        onCompare={ways.compare}
        onShowProblems={showProblems}
      />
      <Endings
        primary={ways.primary}
        isScheduled={ways.isScheduled}
        asksForApproval={useAsksForApproval(requiresApproval)}
        busyWith={ending.isPending ? (ending.variables?.ending ?? null) : null}
        onEnd={ways.end}
      />
    </div>
  )
}

const approvalWords = (asks: boolean): string =>
  asks
    ? 'In this project an admin or owner approves each story before it goes out.'
    : 'In this project stories wait in the queue until an admin or owner approves them. You can.'
