import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import getPort, { clearLockedPorts } from 'get-port'

const host = '127.0.0.1'

/** Whether a server can listen on this loopback port. */
export async function isPortFree(port: number): Promise<boolean> {
  const found = await getPort({ port, host })
  // get-port would not return the same port again for some seconds.
  clearLockedPorts()
  return found === port
}

/**
 * Holds a port until it is released, so that a second `npm run up` at the same moment fails at once. Returns the
 * function that releases it, or null if the port is taken.
 */
export function holdPort(port: number, host: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(port, host, () => resolve(() => new Promise((released) => server.close(() => released()))))
  })
}

const fileOf = (dataDir: string): string => join(dataDir, 'ports.json')

const readPorts = (dataDir: string): Record<string, number> =>
  existsSync(fileOf(dataDir)) ? JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) : {}

/** The port that this data folder has assigned to a process, or null. */
export const assignedPort = (dataDir: string, name: string): number | null => readPorts(dataDir)[name] ?? null

/** The error message for a taken port. */
export function portTaken(name: string, port: number, dataDir: string): string {
  if (name === 'server')
    return `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm run up`
  return (
    `Port ${port} of the ${name} is taken by another program. Stop that program, or remove "${name}" from ` +
    `${fileOf(dataDir)} to use another port. A second Storycast needs its own PORT and DATA_DIR.`
  )
}

/**
 * Assigns a port to a process of this data folder, the same at every start: the database contains permalinks of the
 * sandbox. The first start uses `preferred` if it is free.
 *
 * @throws if another program has taken the assigned port
 */
export async function assignPort(dataDir: string, name: string, preferred: number): Promise<number> {
  const ports = readPorts(dataDir)
  const port = ports[name]
  if (port !== undefined) {
    if (await isPortFree(port)) return port
    throw new Error(portTaken(name, port, dataDir))
  }
  const free = await getPort({ port: preferred, host })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(dataDir), `${JSON.stringify({ ...ports, [name]: free }, null, 2)}\n`)
  return free
}
