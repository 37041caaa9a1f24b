import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './alive'

/** Process number and start time: numbers come round, and in a container they are the same after each start. */
function identityOf(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    // Behind the name, which may have spaces in it, the start is the 20th word. Linux alone has this file.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return `${pid} ${words[19]}`
  } catch {
    return `${pid}`
  }
}

/**
 * Takes a data folder for this process alone, until it releases it or is gone.
 *
 * @throws when another process has it
 */
export function takeFolder(dataDir: string): () => void {
  const file = join(dataDir, 'database.lock')
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, identityOf(process.pid) ?? '', { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (linked(mine, file)) return () => rmSync(file, { force: true })
      if (isHeld(file)) break
      moveAway(file, `${mine}.stale`)
    }
    throw new Error(`Another Storycast uses the folder ${dataDir}. Stop it, or choose another with DATA_DIR.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A link appears whole or not at all: nobody reads a lock that is being written. */
function linked(from: string, to: string): boolean {
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

/** Removes a lock whose holder is gone. If another process was quicker, what was moved is its own, and goes back. */
function moveAway(file: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (isHeld(aside)) linked(aside, file)
  rmSync(aside, { force: true })
}
