/** Missing indexes below the highest one, at most `limit`. `indexes` must be sorted. */
export function missingChunks(indexes: readonly number[], limit: number): number[] {
  const gaps: number[] = []
  let next = 0
  for (const index of indexes) {
    for (; next < index; next++) {
      if (gaps.length === limit) return gaps
      gaps.push(next)
    }
    next = index + 1
  }
  return gaps
}
