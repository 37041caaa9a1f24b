import { localOf } from '@/components/time/local-time'
import type { Cell } from './calendar-data'
import type { CalendarCard } from './cards'

/** A shown story, and how many hidden ones its “+N more” stands for. */
export type Folded = { story: CalendarCard; more: number }

/** Posts have no duration. This is the height of a chip in hour views. */
export const chipMinutes = 30
/** Late chips end at midnight, or they would span two days. */
const latestMinutes = 24 * 60 - chipMinutes

type Timed = Folded & { day: string; start: number }

/**
 * Limits how many chips are side by side, so that their texts stay readable. Stories that do not fit are added to the
 * “+N more” of the story before them, which takes a column as well.
 *
 * @param alwaysShown stories that are never hidden, such as the dragged one
 */
export function foldOverlaps(
  cells: readonly Cell[],
  { columns, timeZone }: { columns: number; timeZone: string },
  alwaysShown: ReadonlySet<string>,
): Folded[] {
  const timed = cells
    .flatMap(({ stories, more }) =>
      stories.map((story, index) => ({ story, more: index === stories.length - 1 ? more : 0 })),
    )
    .map((each): Timed => ({ ...each, ...startOf(each.story.at, timeZone) }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.start - other.start)
  return clustersOf(timed).flatMap((cluster) =>
    widthOf(cluster) <= columns ? cluster : fold(cluster, columns - 1, alwaysShown),
  )
}

function startOf(at: string, timeZone: string): { day: string; start: number } {
  const local = localOf(at, timeZone)
  const minutes = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  return { day: local.slice(0, 10), start: Math.min(minutes, latestMinutes) }
}

/** Chips that touch each other, directly or through others. */
function clustersOf(timed: readonly Timed[]): Timed[][] {
  const clusters: Timed[][] = []
  for (const each of timed) {
    const last = clusters.at(-1)?.at(-1)
    if (last && last.day === each.day && each.start < last.start + chipMinutes) clusters.at(-1)?.push(each)
    else clusters.push([each])
  }
  return clusters
}

/** The most columns side by side. */
const widthOf = (cluster: readonly Timed[]): number =>
  Math.max(
    ...cluster.map(({ start }) =>
      cluster
        .filter((other) => other.start <= start && start < other.start + chipMinutes)
        .reduce((sum, { more }) => sum + (more > 0 ? 2 : 1), 0),
    ),
  )

function fold(cluster: readonly Timed[], lanes: number, alwaysShown: ReadonlySet<string>): Folded[] {
  const shown: Timed[] = []
  for (const each of cluster) {
    const beside = shown.filter(({ start }) => each.start < start + chipMinutes).length
    const last = shown.at(-1)
    if (!last || beside < lanes || alwaysShown.has(each.story.key)) shown.push({ ...each })
    else last.more += 1 + each.more
  }
  return shown
}
