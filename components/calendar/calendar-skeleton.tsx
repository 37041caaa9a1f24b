/** Holds the place of the boxes while they are loaded, so that nothing jumps when they come. */
export function CalendarSkeleton() {
  return (
    <div role="status" className="panel overflow-hidden">
      <span className="sr-only">Loading the calendar</span>
      <div aria-hidden className="grid animate-pulse grid-cols-7 gap-px bg-line pt-9">
        {Array.from({ length: 35 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <div key={index} className="h-28 bg-surface p-2">
            {index % 3 === 0 && <div className="h-10 rounded-md bg-quiet-wash" />}
          </div>
        ))}
      </div>
    </div>
  )
}
