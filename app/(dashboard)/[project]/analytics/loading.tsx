import { Skeleton } from '@/components/ui/skeleton'

/** Same layout as the screen: heading, filters, totals, chart and table. */
export default function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading analytics</span>
      <Skeleton className="mb-6 h-14 w-full max-w-xl" />
      <Skeleton className="mb-4 h-18 w-full max-w-lg" />
      <Skeleton className="mt-10 mb-2 h-6 w-24" />
      <div className="mb-6 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
        {[...Array(10).keys()].map((tile) => (
          <Skeleton key={tile} className="h-25" />
        ))}
      </div>
      <Skeleton className="mb-2 h-8 w-52" />
      <div className="grid gap-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
