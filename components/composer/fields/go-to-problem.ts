import { type Problem, targetOf } from '../checks/draft-problems'
import type { Editor } from '../state/editor-context'

/** Focuses the field of a problem. */
export const goToProblem = (store: Editor['store'], problem: Problem): void =>
  store.dispatch({ type: 'fieldRequested', target: targetOf(problem) })
