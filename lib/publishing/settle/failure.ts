import type { Rejection } from '../attempt/preflight'

/** How much of a thread is public; stored as `data_snapshot.parts_out`. */
export type ThreadProgress = { public: number; total: number }

/** Why a row failed. `reason` becomes its `skip_reason`. */
export type Failure = Rejection & {
  /** Details for the timeline. */
  detail?: string
  /** False if the row failed before any attempt. It is then announced as `story.skipped` too. */
  wasAttempted: boolean
  attemptId?: string
  providerStatus?: number | null
  providerAnswer?: string | null
  supersededBy?: string
  /** Set for a thread that is partly public. */
  threadProgress?: ThreadProgress
}
