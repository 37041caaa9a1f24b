import type { Issue } from '@/lib/errors'
import { isRate } from '@/lib/metrics/benchmarks'
import { defaultWindowDays, type PillarChange, pillarsMax } from './contract'
import type { NewPillarRow } from './repository'

export type PlannedList = { pillars: NewPillarRow[]; issues: Issue[] }

const blank = {
  color: null,
  allocation_percent: null,
  benchmark_metric: null,
  benchmark_value: null,
  benchmark_window_days: defaultWindowDays,
  max_gap_days: null,
} satisfies Partial<NewPillarRow>

type Planned = { pillar: NewPillarRow; index: number }

/**
 * The project's list after a change, with everything that is wrong with it.
 *
 * @param replaces the items are the whole list, and members they leave out get their default
 */
export function planList(
  existing: readonly NewPillarRow[],
  items: readonly PillarChange[],
  { replaces, newId }: { replaces: boolean; newId: () => string },
): PlannedList {
  const issues: Issue[] = []
  const planned: Planned[] = []
  for (const [index, item] of items.entries()) {
    const path = `pillars.${index}`
    const found = findPillar(existing, item, items)
    if (item.id !== undefined && !found) {
      issues.push({
        path: `${path}.id`,
        code: 'not_found',
        message: 'This project has no such pillar. Omit id to add one.',
      })
      continue
    }
    if (found && planned.some(({ pillar }) => pillar.id === found.id)) {
      issues.push({ path, code: 'duplicate', message: 'This pillar is in the list twice.' })
      continue
    }
    const missing = (['name', 'content_type'] as const).filter((member) => !found && item[member] === undefined)
    issues.push(...missing.map((member) => ({ path: `${path}.${member}`, code: 'required', message: 'is required' })))
    const pillar = { ...(found ?? { name: '', content_type: '' }), ...membersOf(item, replaces || !found) }
    planned.push({ pillar: { ...blank, ...pillar, id: found?.id ?? newId() }, index })
  }
  const pillars = replaces ? planned.map(({ pillar }) => pillar) : merge(existing, planned)
  return { pillars, issues: [...issues, ...planned.flatMap(benchmarkIssues), ...listIssues(pillars, planned)] }
}

/** By id, or else by key. A pillar that gives up its key in the same request is not found by it. */
function findPillar(
  existing: readonly NewPillarRow[],
  { id, content_type: key }: PillarChange,
  items: readonly PillarChange[],
): NewPillarRow | undefined {
  if (id !== undefined) return existing.find((pillar) => pillar.id === id)
  const found = existing.find(({ content_type }) => content_type === key)
  const isRenamed = items.some((item) => item.id === found?.id && (item.content_type ?? key) !== key)
  return isRenamed ? undefined : found
}

/** The given members; with `isWhole`, others get their default. Null clears a member. */
function membersOf({ id: _, ...item }: PillarChange, isWhole: boolean): Partial<NewPillarRow> {
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
  const members = { ...(isWhole ? blank : {}), ...given } as Partial<NewPillarRow>
  if (members.benchmark_window_days === null) members.benchmark_window_days = defaultWindowDays
  return members
}

/** Existing pillars keep their place; new ones come last. */
function merge(existing: readonly NewPillarRow[], planned: readonly Planned[]): NewPillarRow[] {
  const changed = new Map(planned.map(({ pillar }) => [pillar.id, pillar]))
  const kept = existing.map((pillar) => changed.get(pillar.id) ?? pillar)
  const known = new Set(existing.map(({ id }) => id))
  return [...kept, ...planned.flatMap(({ pillar }) => (known.has(pillar.id) ? [] : [pillar]))]
}

function benchmarkIssues({ pillar: { benchmark_metric: metric, benchmark_value: value }, index }: Planned): Issue[] {
  const path = `pillars.${index}`
  if (metric === null && value !== null)
    return [{ path: `${path}.benchmark_metric`, code: 'required', message: 'is required with a benchmark_value' }]
  if (metric !== null && value === null)
    return [{ path: `${path}.benchmark_value`, code: 'required', message: 'is required with a benchmark_metric' }]
  if (metric === null || value === null || !isRate(metric) || value <= 1) return []
  const message = `must be at most 1: ${metric} is a fraction, so 0.05 means 5%`
  return [{ path: `${path}.benchmark_value`, code: 'too_big', message }]
}

function listIssues(pillars: readonly NewPillarRow[], planned: readonly Planned[]): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  // Kept pillars first, so that the issue names the item of the request.
  const changed = new Map(planned.map(({ pillar, index }) => [pillar.id, index]))
  const byOrigin = [...pillars].sort((one, other) => (changed.get(one.id) ?? -1) - (changed.get(other.id) ?? -1))
  for (const { id, content_type } of byOrigin) {
    if (seen.has(content_type) && content_type !== '') {
      const message = `“${content_type}” is the content type of another pillar. Use another one.`
      issues.push({ path: `pillars.${changed.get(id)}.content_type`, code: 'duplicate', message })
    }
    seen.add(content_type)
  }
  if (pillars.length > pillarsMax)
    issues.push({ path: 'pillars', code: 'too_big', message: `A project can have at most ${pillarsMax} pillars.` })
  const sum = allocationSum(pillars)
  if (sum > 100) {
    const message = `The allocations add up to ${sum}%. Lower them to 100% or less.`
    issues.push({ path: 'pillars', code: 'allocation_over_100', message })
  }
  return issues
}

/** Without the noise of binary fractions: 10.1 + 89.9 is 100. */
export const allocationSum = (pillars: readonly Pick<NewPillarRow, 'allocation_percent'>[]): number =>
  Math.round(pillars.reduce((sum, { allocation_percent }) => sum + (allocation_percent ?? 0), 0) * 1e6) / 1e6
