import type { Progress } from './progress'
import type { Failure } from './settle'

/** How much of a chain is public; kept at the row as `data_snapshot.parts_out`. */
export type PartsOut = { public: number; total: number }

/** Reasons that programs know by their words, and that stay as they are; sentences begin with a capital. */
const isCode = (reason: string): boolean => /^[a-z]/.test(reason)

/**
 * What is out stays out when a chain breaks off: its reason has to say so, or somebody posts the beginning twice. A
 * reason that is a code says it in what the timeline tells.
 *
 * @param total how many parts the chain has
 */
export function withPartsOut(failure: Failure, total: number, { done = {} }: Progress): Failure {
  let count = 0
  while (count < total && `thread-${count + 1}` in done) count += 1
  if (count === 0 || count === total) return failure
  const next = count + 1
  const beginning = count === 1 ? `Part 1 of ${total} is out` : `Parts 1 to ${count} of ${total} are out`
  const { reason, detail } = failure
  const told =
    reason === 'outcome_unknown' ? `${beginning}; of part ${next} nobody knows` : `${beginning}; part ${next} is not`
  const say = (why: string): string => `${told}: ${why} Trying again goes on with that part.`
  const partsOut = { public: count, total }
  if (!isCode(reason)) return { ...failure, reason: say(reason), detail: say(detail ?? reason), partsOut }
  return { ...failure, detail: detail ? say(detail) : `${told}. Trying again goes on with that part.`, partsOut }
}
