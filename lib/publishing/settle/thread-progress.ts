import type { Progress } from '@/lib/queue-items/progress'
import type { Failure } from './failure'

/** Reasons that are codes are part of the API and stay unchanged. Sentences start with a capital letter. */
const isCode = (reason: string): boolean => /^[a-z]/.test(reason)

/**
 * Adds the published parts of a thread to its failure, so that no one posts the first parts twice. If the reason is a
 * code, they are added to the timeline detail.
 *
 * @param total number of parts
 */
export function withThreadProgress(failure: Failure, total: number, { done = {} }: Progress): Failure {
  let count = 0
  while (count < total && `thread-${count + 1}` in done) count += 1
  if (count === 0 || count === total) return failure
  const next = count + 1
  const published = count === 1 ? `Part 1 of ${total} is published` : `Parts 1 to ${count} of ${total} are published`
  const { reason, detail } = failure
  const state =
    reason === 'outcome_unknown'
      ? `${published}; the status of part ${next} is unknown`
      : `${published}; part ${next} is not`
  const say = (why: string): string => `${state}: ${why} Retrying continues with that part.`
  const threadProgress = { public: count, total }
  if (!isCode(reason)) return { ...failure, reason: say(reason), detail: say(detail ?? reason), threadProgress }
  return { ...failure, detail: detail ? say(detail) : `${state}. Retrying continues with that part.`, threadProgress }
}
