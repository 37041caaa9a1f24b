import type { Problem } from '../checks/draft-problems'
import type { Editor } from '../state/editor-context'

/** Focuses the field of a problem. Problems that no field can fix are listed below the channels. */
export function goToProblem(store: Editor['store'], { target }: Problem): void {
  store.dispatch({ type: 'fieldRequested', target: target ?? { channel: null, field: 'channels' } })
}

/** The first problem to fix. */
export const firstProblem = (problems: readonly Problem[]): Problem | undefined =>
  problems.find(({ isBlocking }) => isBlocking) ?? problems[0]
