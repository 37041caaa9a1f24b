import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { Pillar } from './contract'

export const PillarBenchmarkBelow = z.strictObject({
  project_id: z.uuid(),
  pillar: Pillar,
  metric: z.string(),
  value: z.number().meta({ description: 'The metric over the window.' }),
  benchmark_value: z.number(),
  window_days: z.int(),
})

export const PillarGapDetected = z.strictObject({
  project_id: z.uuid(),
  pillar: Pillar,
  last_published_at: z.iso.datetime().nullable().meta({ description: 'Null: nothing was published yet.' }),
  days_since_last: z.int().nullable(),
  max_gap_days: z.int(),
})

const pillar = {
  id: exampleId(6),
  ...exampleProject,
  name: 'Recipes',
  content_type: 'recipes',
  color: '#c2410c',
  allocation_percent: 40,
  benchmark_metric: 'save_rate',
  benchmark_value: 0.03,
  benchmark_window_days: 30,
  max_gap_days: 7,
  created_at: '2026-01-12T08:00:00.000Z',
}

export const events = {
  'pillar.benchmark_below': {
    when: 'the metric of a pillar is below its benchmark; at most once in 7 days per pillar',
    payload: PillarBenchmarkBelow,
    example: {
      ...exampleProject,
      pillar,
      metric: 'save_rate',
      value: 0.018,
      benchmark_value: 0.03,
      window_days: 30,
    },
  },
  'pillar.gap_detected': {
    when: 'nothing of a pillar is published for longer than its `max_gap_days`; at most once in 24 hours per pillar',
    payload: PillarGapDetected,
    example: {
      ...exampleProject,
      pillar,
      last_published_at: '2026-04-20T09:00:00.000Z',
      days_since_last: 11,
      max_gap_days: 7,
    },
  },
} satisfies Record<string, EventDefinition>
