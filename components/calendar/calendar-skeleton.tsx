/** A placeholder with the size of the month view. */
export function CalendarSkeleton() {
  return (
    <div role="status" className="panel overflow-hidden">
      <span className="sr-only">Loading calendar</span>
      <div aria-hidden className="grid animate-pulse grid-cols-7 gap-px bg-line pt-9">
        {Array.from({ length: 35 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <div key={index} className="h-24 bg-surface p-2">
            {index % 3 === 0 && <div className="h-10 rounded-md bg-quiet-wash" />}
          </div>
        ))}
      </div>
    </div>
  )
}
