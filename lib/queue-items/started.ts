import { sql } from 'kysely'
import type { Progress } from './progress'

/** Steps with a public result: the post itself, or one part of a thread. */
const isPublicStep = (step: string): boolean => step === 'publish' || step.startsWith('thread-')

/** The step whose result is the id of the whole post. */
export const isFirstPublicStep = (step: string): boolean => step === 'publish' || step === 'thread-1'

/** Part of this row is public, or may be. */
export const isStarted = ({ sending, done }: Progress): boolean =>
  sending !== undefined || Object.keys(done ?? {}).some(isPublicStep)

/** SQL: part of this row of `queue_items` is public. */
export const partlyPublicRow = sql<boolean>`exists (
  select from jsonb_object_keys(coalesce(progress -> 'done', '{}')) as step where step = 'publish' or step like 'thread-%')`

/** SQL version of `isStarted`, for a row of `queue_items`. */
export const startedRow = sql<boolean>`(progress ? 'sending' or ${partlyPublicRow})`
