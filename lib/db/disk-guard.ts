import { statfsSync } from 'node:fs'
import { monotonicMs } from '@/lib/clock'

const mib = 1024 * 1024
/**
 * Below the first figure the embedded database takes no writes, from the second on it takes them again. Its log of
 * changes grows by pieces of 16 MB, and one that cannot be written ends the backend, reads included.
 */
export const reserveBytes = { stopBelow: 48 * mib, goOnFrom: 64 * mib }

/** Looking costs microseconds, and a fast writer fills a disk at a few megabytes in this time. */
const lookEveryMs = 100

/** What is free for us at this folder's disk; null when the system does not say. */
export function freeBytes(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Knows whether the disk under a folder has room for writes. */
export class DiskGuard {
  private isFull = false
  private lookedMs = Number.NEGATIVE_INFINITY

  constructor(private readonly directory: string) {}

  /** Whether it is full now; null when nothing has changed since the last answer. */
  change(): boolean | null {
    const nowMs = monotonicMs()
    if (nowMs - this.lookedMs < lookEveryMs) return null
    this.lookedMs = nowMs
    const free = freeBytes(this.directory)
    if (free === null) return null
    const isFull = free < (this.isFull ? reserveBytes.goOnFrom : reserveBytes.stopBelow)
    if (isFull === this.isFull) return null
    this.isFull = isFull
    return isFull
  }
}
