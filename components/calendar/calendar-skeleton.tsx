import { classes } from '@/components/ui/classes'
import { fillMargin } from './grid/grid-classes'
import { staticRowHeight } from './grid/month-rows'

/** A placeholder with the size of the month view. */
export function CalendarSkeleton() {
  return (
    <div role="status" className={classes('panel overflow-hidden', fillMargin)}>
      <span className="sr-only">Loading calendar</span>
      <div
        aria-hidden
        className="grid animate-pulse grid-cols-7 gap-px bg-line pt-9"
        style={{ gridAutoRows: staticRowHeight(5) }}
      >
        {[...Array(35).keys()].map((day) => (
          <div key={day} className="bg-surface p-2">
            {day % 3 === 0 && <div className="h-10 rounded-md bg-quiet-wash" />}
          </div>
        ))}
      </div>
    </div>
  )
}
