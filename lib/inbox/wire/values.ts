import { z } from 'zod'
import { cleanText } from './clean-text'

/** Meta sends ids as text and, in some places, as numbers. */
export const Id = z
  .union([z.string(), z.int()])
  .transform((id) => cleanText(String(id), 500))
  .pipe(z.string().min(1))

export const Text = z.string().transform((text) => cleanText(text))
export const Name = z.string().transform((name) => cleanText(name, 200))

const yearMs = 31_536_000_000

/** Unix seconds or milliseconds. Null if it is neither, or impossible. */
export function timeIn(value: unknown): Date | null {
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null
  const ms = number > 100_000_000_000 ? number : number * 1_000
  return ms < 30 * yearMs || ms > 200 * yearMs ? null : new Date(ms)
}
