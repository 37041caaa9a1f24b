import { Skeleton, TwoColumnSkeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return (
    <>
      <Skeleton className="mb-6 h-12 w-52" />
      <TwoColumnSkeleton label="Loading the story" />
    </>
  )
}
