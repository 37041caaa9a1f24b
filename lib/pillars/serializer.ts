import type { Pillar } from './contract'
import type { PillarRow } from './repository'

export const serializePillar = (row: PillarRow): Pillar => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  content_type: row.content_type,
  color: row.color,
  allocation_percent: row.allocation_percent,
  benchmark_metric: row.benchmark_metric,
  benchmark_value: row.benchmark_value,
  benchmark_window_days: row.benchmark_window_days,
  max_gap_days: row.max_gap_days,
  created_at: row.created_at.toISOString(),
})
