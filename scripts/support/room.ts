import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes, reserveBytes } from '@/lib/db/disk-guard'

const mib = 1024 * 1024
/** An empty database with its first log, beside the reserve. */
const firstStartBytes = 64 * mib

const neededBytes = (dataDir: string): number =>
  reserveBytes.stopBelow + (existsSync(join(dataDir, 'database')) ? 0 : firstStartBytes)

/** Whether the embedded database of this folder can be opened: its disk has the reserve, and at the first start more. */
export function hasRoom(dataDir: string): boolean {
  const free = freeBytes(dataDir)
  return free === null || free >= neededBytes(dataDir)
}

/** The sentence about a full disk, with what comes of it. */
export function noRoom(dataDir: string, soWhat: string): string {
  const free = Math.floor((freeBytes(dataDir) ?? 0) / mib)
  const needed = Math.ceil(neededBytes(dataDir) / mib)
  return `The disk of ${dataDir} is full: ${free} MB are free, ${needed} MB are needed. ${soWhat}`
}
