import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../processes/is-alive'

/** Process id and start time, because ids are reused, and in a container they are the same after each start. */
function identityOf(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    // The start time is field 22 (proc_pid_stat(5)); field 2 may contain spaces. Only Linux has this file.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return `${pid} ${fields[19]}`
  } catch {
    return `${pid}`
  }
}

/**
 * Locks a data folder for this process until it is released or the process has exited. Two database processes on one
 * folder would corrupt it. Not proper-lockfile: its locks expire when the holder does not renew them, and a single
 * statement can block this process for a minute.
 *
 * @returns the function that releases the lock
 * @throws if another process has the lock
 */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'database.lock')
  const own = `${file}.${process.pid}`
  writeFileSync(own, identityOf(process.pid) ?? '', { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (tryLink(own, file)) return () => rmSync(file, { force: true })
      if (isHeld(file)) break
      removeStale(file, `${own}.stale`)
    }
    throw new Error(`Another Storycast uses the folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`)
  } finally {
    rmSync(own, { force: true })
  }
}

/** A link is atomic: no process can read a half-written lock. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function isHeld(file: string): boolean {
  try {
    const holder = readFileSync(file, 'utf8')
    return holder !== '' && identityOf(Number(holder.split(' ')[0])) === holder
  } catch {
    return false
  }
}

/**
 * Removes the lock of an exited process. If another process has locked the folder in the meantime, its lock is
 * restored.
 */
function removeStale(file: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (isHeld(aside)) tryLink(aside, file)
  rmSync(aside, { force: true })
}
