import { useRouter } from 'next/navigation'
import { useKeys } from '@/components/shortcuts/use-keys'
import { type Place, step } from './calendar-view'

type Props = {
  projectId: string
  place: Place
  today: string
  show: (place: Place) => void
  /** Null when there is nothing to take back, or something else to type into. */
  undo: (() => Promise<void>) | null
}

/** The keys of the calendar: T, M, W, D, L, F, arrows, and undo as long as there is something to take back. */
export function useCalendarKeys({ projectId, place, today, show, undo }: Props): void {
  const router = useRouter()
  const go = (by: 1 | -1) => (): void => {
    // On a button or a field an arrow may mean something of its own.
    if (document.activeElement === null || document.activeElement === document.body) show(step(place, by))
  }
  useKeys({
    t: () => show({ ...place, date: today }),
    m: () => show({ ...place, view: 'month' }),
    w: () => show({ ...place, view: 'week' }),
    d: () => show({ ...place, view: 'day' }),
    l: () => show({ ...place, view: 'list' }),
    f: () => document.querySelector<HTMLElement>('#calendar-filters select')?.focus(),
    arrowleft: go(-1),
    arrowright: go(1),
    // G and then M leads to the media everywhere; here M alone would take the second key away.
    'g m': () => router.push(`/${projectId}/media`),
    ...(undo ? { 'mod+z': () => void undo() } : {}),
  })
}
