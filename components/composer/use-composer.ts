'use client'

import { isBroken, stateOf } from '@/components/connections/connection-state'
import { useConnections } from '@/components/connections/use-connections'
import type { Timed } from '@/components/time/own-times'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import type { SocialConnection } from '@/lib/connections/contract'
import type { Draft } from './draft'
import type { Base } from './kept-draft'
import { isPinOver, joined, obstacleOf, problemsOf, refusalProblems, savingProblems } from './problems'
import { useAutosave } from './use-autosave'
import { useDraft } from './use-draft'
import { useEnding } from './use-ending'
import { useMedia } from './use-media'
import { usePreview } from './use-preview'
import { useSaver } from './use-saver'
import { useVoice } from './use-voice'

export type ComposerProps = {
  projectId: string
  /** The story as the page found it; for a new one nothing is saved. */
  initial: Base
  /** What the address asks to be filled in: a time, pictures of the library. */
  filled?: Partial<Draft>
  /** When the story goes out as it is saved. */
  timed?: Timed | null
  /** Posts of this project wait for an approval. */
  requiresApproval: boolean
  connections: SocialConnection[]
  now: string
}

export type ComposerState = ReturnType<typeof useComposer>

/** Everything behind the form: the draft, how it is saved, what is found wrong with it. */
export function useComposer(props: ComposerProps) {
  const { projectId, initial, filled = {}, requiresApproval, connections: found, now } = props
  const connections = useConnections(projectId, found)
  const time = useNow(now, 60_000)
  const { timeZone } = useZone()
  const state = useDraft(projectId, initial, filled)
  const { draft, base } = state
  const { preview, isBehind, error: previewError } = usePreview(projectId, draft)
  const voice = useVoice(projectId, draft)
  const save = useSaver({ projectId, saved: state.savedNow, onSaved: state.onSaved })
  const ending = useEnding({
    projectId,
    save,
    needsApproval: requiresApproval,
    onFinished: state.finish,
    onOvertaken: state.overtaken,
  })
  const saving = useAutosave({
    draft,
    base,
    isPaused: !state.isReady || ending.isPending || ending.isSuccess,
    hasConflict: state.conflict !== null,
    obstacle: obstacleOf(draft, base.saved !== null),
    save,
    draftNow: state.draftNow,
    onOvertaken: state.overtaken,
  })
  const connected = connections
    .filter((connection) => connection.connected && !isBroken(stateOf(connection, time)))
    .map(({ channel }) => channel)
  const isLatePin = isPinOver(draft, timeZone, time)
  // What was refused of other words may be mended by now: only the next try tells.
  const endingError =
    refusalProblems(ending.error).length === 0 || ending.variables?.draft === draft ? ending.error : null
  const savingError = saving.kind === 'failed' && !saving.isPassing ? saving.error : null
  const problems = joined(
    problemsOf(draft, { preview, connected, isPinOver: isLatePin, voice }),
    savingError ? savingProblems(savingError) : refusalProblems(endingError),
  )
  const media = useMedia(projectId, draft, state.update)
  return {
    ...{ state, draft, base, preview, isBehind, previewError, voice, ending, endingError, saving, savingError },
    ...{ connections, connected, isLatePin, problems, media },
  }
}
