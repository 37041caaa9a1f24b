import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes, reserveBytes } from '@/lib/db/disk-guard'

const mib = 1024 * 1024
/** A new database with its first log. */
const newDatabaseBytes = 64 * mib

const neededBytes = (dataDir: string): number =>
  reserveBytes.stopBelow + (existsSync(join(dataDir, 'database')) ? 0 : newDatabaseBytes)

/** Whether the disk has enough free space to open the embedded database of this folder. */
export function hasSpace(dataDir: string): boolean {
  const free = freeBytes(dataDir)
  return free === null || free >= neededBytes(dataDir)
}

/** The message for a full disk, followed by its consequence. */
export function diskFull(dataDir: string, consequence: string): string {
  const free = Math.floor((freeBytes(dataDir) ?? 0) / mib)
  const needed = Math.ceil(neededBytes(dataDir) / mib)
  return `The disk of ${dataDir} is full: ${free} MB are free, ${needed} MB are needed. ${consequence}`
}
