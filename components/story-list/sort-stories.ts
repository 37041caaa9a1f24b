import type { Sort } from '@/components/ui/data/table'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/contract'
import { storyStatuses } from '@/lib/stories/status'

/** Columns that can sort the list. Descending first for those where the newest or the highest matters. */
const descendingFirst = {
  story: false,
  time: true,
  impressions: true,
  engagement: true,
  rate: true,
  status: false,
}
type SortColumn = keyof typeof descendingFirst

/** The time in the list: when it was or will be published, or the last change. */
export function timeOf({ status, scheduled_at, published_at, updated_at }: ListedStory): string {
  if (status === 'scheduled' && scheduled_at) return scheduled_at
  return published_at ?? (status === 'draft' ? updated_at : (scheduled_at ?? updated_at))
}

/** Engagement per impression. Null without impressions. */
export const engagementRateOf = ({ total_engagement, total_impressions }: ListedStory): number | null =>
  total_engagement === null || !total_impressions ? null : total_engagement / total_impressions

const keyOf: Record<SortColumn, (story: ListedStory) => string | number | null> = {
  story: (story) => headlineOf(story),
  time: timeOf,
  impressions: ({ total_impressions }) => total_impressions,
  engagement: ({ total_engagement }) => total_engagement,
  rate: engagementRateOf,
  status: ({ status }) => storyStatuses.indexOf(status),
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/** The order of the list as it is loaded: the latest time first. */
export const defaultSort: Sort = { column: 'time', isDescending: true }

const isDefault = ({ column, isDescending }: Sort): boolean =>
  column === defaultSort.column && isDescending === defaultSort.isDescending

/** Without a sort: as listed. Stories without a value come last in both directions. */
export function sortStories(stories: readonly ListedStory[], sort: Sort | null): readonly ListedStory[] {
  const read = sort && keyOf[sort.column as SortColumn]
  if (!read) return stories
  const direction = sort.isDescending ? -1 : 1
  return stories.toSorted((one, other) => {
    const [first, second] = [read(one), read(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return compare(first, second) * direction
  })
}

/** A click on a column head: sorts by it, then reverses, then returns to the default order, which is null. */
export function nextSort(current: Sort | null, column: string): Sort | null {
  const isDescending = descendingFirst[column as SortColumn] ?? false
  const { column: shown, isDescending: isDown } = current ?? defaultSort
  if (shown !== column) return orNull({ column, isDescending })
  return isDown === isDescending ? { column, isDescending: !isDescending } : null
}

const orNull = (sort: Sort): Sort | null => (isDefault(sort) ? null : sort)

/** In the URL: `time`, or `-time` for descending. Unknown columns and the default order are null. */
export function readSort(text: string | null): Sort | null {
  const column = text?.replace(/^-/, '') ?? ''
  return Object.hasOwn(descendingFirst, column)
    ? orNull({ column, isDescending: text?.startsWith('-') ?? false })
    : null
}

export const writeSort = ({ column, isDescending }: Sort): string => `${isDescending ? '-' : ''}${column}`

/** For screens without column heads. Without a choice, the latest time is first. */
export const sortOptions = [
  { value: 'time', label: 'Oldest first' },
  { value: 'story', label: 'Title' },
  { value: 'status', label: 'Status' },
  { value: '-impressions', label: 'Most impressions' },
  { value: '-engagement', label: 'Most engagement' },
  { value: '-rate', label: 'Highest rate' },
]
