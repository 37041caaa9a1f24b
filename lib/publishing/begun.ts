import { sql } from 'kysely'
import type { Progress } from './progress'

/** Steps whose result is public: the post itself, or a part of a thread. */
const isPublicStep = (step: string): boolean => step === 'publish' || step.startsWith('thread-')

/** The step whose result names the whole post. */
export const isFirstPublicStep = (step: string): boolean => step === 'publish' || step === 'thread-1'

/** Something of this row is public, or may be. */
export const isBegun = ({ sending, done }: Progress): boolean =>
  sending !== undefined || Object.keys(done ?? {}).some(isPublicStep)

/** A part of this row of `queue_items` is public already. */
export const partlyPublicRow = sql<boolean>`exists (
  select from jsonb_object_keys(coalesce(progress -> 'done', '{}')) as step where step = 'publish' or step like 'thread-%')`

/** What `isBegun` says, of a row of `queue_items`. */
export const begunRow = sql<boolean>`(progress ? 'sending' or ${partlyPublicRow})`
