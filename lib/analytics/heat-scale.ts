/** The range of the rates in a heat map. Colors run from the lowest to the highest, or close rates would look alike. */
export type HeatScale = { lowest: number; highest: number }

/** Null without rates. */
export function heatScaleOf(rates: readonly (number | null)[]): HeatScale | null {
  const known = rates.filter((rate) => rate !== null)
  return known.length === 0 ? null : { lowest: Math.min(...known), highest: Math.max(...known) }
}

/** How much of the color a cell has, from 0.1 to 0.62: text on it stays readable. All equal: the middle. */
export function heatShade({ lowest, highest }: HeatScale, rate: number): number {
  const share = highest > lowest ? (rate - lowest) / (highest - lowest) : 0.5
  return 0.1 + 0.52 * share
}

/** “8.7”: short, so that it fits into a cell. */
export const heatCellText = (rate: number): string => (rate * 100).toFixed(1)
