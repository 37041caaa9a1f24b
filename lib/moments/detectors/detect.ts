import { type ComparedPost, groupOf } from './compared-post'
import { findEngagementSpike } from './engagement-spike'
import type { Finding } from './finding'
import { findClickSurge, findSaveSurge } from './rate-surge'
import { findReachRecord } from './reach-record'
import { findSlump } from './slump'
import { findStreaks } from './streak'

/** Posts that a record is compared with. The other detectors need fewer. */
const earlierMax = 200

const postDetectors = [findEngagementSpike, findReachRecord, findSaveSurge, findClickSurge]

/**
 * Moments of the new readings of a project.
 *
 * @param posts new and earlier readings, oldest post first
 * @param isNew whether the reading was not checked before
 */
export function detect(posts: readonly ComparedPost[], isNew: (post: ComparedPost) => boolean): Finding[] {
  const groups = new Map<string, ComparedPost[]>()
  for (const post of posts) {
    const group = groups.get(groupOf(post))
    if (group) group.push(post)
    else groups.set(groupOf(post), [post])
  }
  return [...groups.values()].flatMap((group) => inGroup(group, isNew))
}

function inGroup(group: readonly ComparedPost[], isNew: (post: ComparedPost) => boolean): Finding[] {
  const found = group.flatMap((post, index) =>
    isNew(post)
      ? postDetectors.flatMap((find) => find(post, group.slice(Math.max(0, index - earlierMax), index)) ?? [])
      : [],
  )
  const newest = group.at(-1)
  // Runs of posts are compared at one age, so that each post counts once.
  if (newest?.kind !== '24h' || !group.some(isNew)) return found
  return [...found, ...findStreaks(group, isNew), ...[findSlump(group)].filter((slump) => slump !== null)]
}
