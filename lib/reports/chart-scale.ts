/** Up to five round steps from 0 that cover a value: 0, 500, 1,000, 1,500. */
export function roundSteps(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

/** At most this many labels, evenly spaced. */
export const labelEvery = (count: number, most: number): number => Math.max(1, Math.ceil(count / most))
