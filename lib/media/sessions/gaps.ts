/** The indexes that are not there below the highest that is, at most so many of them. `indexes` are in order. */
export function gapsIn(indexes: readonly number[], most: number): number[] {
  const gaps: number[] = []
  let next = 0
  for (const index of indexes) {
    for (; next < index; next++) {
      if (gaps.length === most) return gaps
      gaps.push(next)
    }
    next = index + 1
  }
  return gaps
}
