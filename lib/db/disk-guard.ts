import { statfsSync } from 'node:fs'
import { monotonicMs } from '@/lib/clock'

const mib = 1024 * 1024
/**
 * Free bytes below which the embedded database stops writing, and from which it writes again. Its WAL grows by 16 MB,
 * and a failed WAL write ends the backend, including reads.
 */
export const reserveBytes = { stopBelow: 48 * mib, resumeFrom: 64 * mib }

/** A check takes microseconds. A fast writer fills a few megabytes in this time. */
const checkEveryMs = 100

/** Free bytes on the disk of a folder; null if unknown. */
export function freeBytes(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Checks whether the disk of a folder has space for writes. */
export class DiskGuard {
  private isFull = false
  private checkedMs = Number.NEGATIVE_INFINITY

  constructor(private readonly directory: string) {}

  /** True if full; null if nothing changed since the last call. */
  change(): boolean | null {
    const nowMs = monotonicMs()
    if (nowMs - this.checkedMs < checkEveryMs) return null
    this.checkedMs = nowMs
    const free = freeBytes(this.directory)
    if (free === null) return null
    const isFull = free < (this.isFull ? reserveBytes.resumeFrom : reserveBytes.stopBelow)
    if (isFull === this.isFull) return null
    this.isFull = isFull
    return isFull
  }
}
