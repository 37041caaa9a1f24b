/** Prints one figure with its baseline: `list of 50 stories 812/s bare 1,204/s 67%`. */
export function report(what: string, figure: string, baseline = '', note = ''): void {
  process.stdout.write(`${what.padEnd(52)} ${figure.padStart(14)}   ${baseline.padEnd(26)} ${note}\n`)
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: number[]): number => percentile(values, 0.5)
