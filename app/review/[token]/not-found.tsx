import { ClosedReview } from '@/components/client-review/closed-review'

export default function NotFound() {
  return <ClosedReview code="not_found" />
}
