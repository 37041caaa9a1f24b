import type { ForecastKind, Severity } from './kinds'
import type { ForecastRow } from './repository'

/** A problem of one post. */
export type Finding = {
  row: ForecastRow
  kind: ForecastKind
  severity: Severity
  message: string
  remedy: string
}
