/** A placeholder with the size of the month view. */
export function CalendarSkeleton() {
  return (
    <div role="status" className="panel overflow-hidden">
      <span className="sr-only">Loading calendar</span>
      <div aria-hidden className="grid animate-pulse grid-cols-7 gap-px bg-line pt-9">
        {[...Array(35).keys()].map((day) => (
          <div key={day} className="h-24 bg-surface p-2">
            {day % 3 === 0 && <div className="h-10 rounded-md bg-quiet-wash" />}
          </div>
        ))}
      </div>
    </div>
  )
}
