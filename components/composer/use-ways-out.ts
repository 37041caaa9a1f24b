'use client'

import { type KeyboardEvent, useState } from 'react'
import type { Place } from './fields'
import type { ComposerState } from './use-composer'
import type { Conflict } from './use-draft'
import type { Ending } from './use-ending'
import { type Missing, whatIsMissing } from './what-is-missing'

/** How a person ends it: what is missing for that, and what two persons' versions have to do with it. */
export function useWaysOut({ state, draft, base, ending }: ComposerState, go: (place: Place) => void) {
  const [missing, setMissing] = useState<Missing | null>(null)
  // Put off once, the next conflict is shown all the same.
  const [putOff, setPutOff] = useState<Conflict | null>(null)
  const isScheduled = base.saved?.isScheduled ?? false
  const primary: Ending = draft.localTime || isScheduled ? 'schedule' : 'publish'
  const end = (chosen: Ending): void => {
    const found = whatIsMissing(chosen, draft)
    setMissing(found)
    if (found) go(found.place)
    else if (state.conflict) setPutOff(null)
    else if (!ending.isPending) ending.mutate({ ending: chosen, draft })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    end(primary)
  }
  return {
    ...{ missing, primary, isScheduled, end, onKeyDown },
    /** The versions that stand side by side just now. */
    compared: state.conflict === putOff ? null : state.conflict,
    putOff: () => setPutOff(state.conflict),
    compare: () => setPutOff(null),
  }
}
