import { classes } from './classes'

/** A placeholder with the size of the content, so that the layout doesn't shift. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={classes('animate-pulse rounded-lg bg-quiet-wash', className)} />
)

export function ListSkeleton({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{label}</span>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} className="h-22 w-full" />
      ))}
    </div>
  )
}

/** For screens with two columns: the composer and a story. */
export const TwoColumnSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <span className="sr-only">{label}</span>
    <div className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
    <Skeleton className="h-96 w-full" />
  </div>
)
