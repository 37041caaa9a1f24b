import { comparePost, type Measure, ratioMin } from './compare'
import type { ComparedPost } from './compared-post'
import type { Finding } from './finding'

const reach: Measure = {
  metric: 'reach',
  score: (post) => (post.reach === null ? null : Math.log(post.reach + 1)),
  value: (post) => post.reach,
}

/** A record among few posts is chance: 1 in n + 1. */
const earlierMin = 20
/** As a multiple of the previous record. Just above it is chance as well. */
const recordRatioMin = 1.25

/** Clearly more reach than all known earlier posts, and than the median. */
export function findReachRecord(post: ComparedPost, earlier: readonly ComparedPost[]): Finding | null {
  const known = earlier.flatMap((one) => one.reach ?? [])
  if (post.reach === null || known.length < earlierMin) return null
  const record = known.reduce((highest, value) => Math.max(highest, value), 0)
  if (post.reach < record * recordRatioMin) return null
  const compared = comparePost(post, earlier, reach)
  if (!compared || compared.ratio < ratioMin) return null
  return {
    kind: 'reach_record',
    severity: compared.severity ?? 'low',
    story_id: post.story_id,
    subject: post.story_id,
    detected_at: post.taken_at,
    snapshot: { ...compared.snapshot(), previous_record: record, earlier_posts: known.length },
  }
}
