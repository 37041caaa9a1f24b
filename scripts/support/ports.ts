import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Whether a loopback port can be listened on; with `0` asks for any free one. Returns it, or null. */
export function tryPort(port: number, host = '127.0.0.1'): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(actual))
    })
  })
}

/**
 * Takes a port until it is released, so that a second product which starts in the same moment hears of it at once.
 * Returns what releases it, or null when the port is taken.
 */
export function holdPort(port: number, host: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(port, host, () => resolve(() => new Promise((released) => server.close(() => released()))))
  })
}

const fileOf = (dataDir: string): string => join(dataDir, 'ports.json')

const readKept = (dataDir: string): Record<string, number> =>
  existsSync(fileOf(dataDir)) ? JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) : {}

/** The port that an inner part of this data folder has had so far, or null. */
export const keptPortOf = (dataDir: string, name: string): number | null => readKept(dataDir)[name] ?? null

/** What to say when a part finds its port taken, and what to do. */
export function portTaken(part: string, port: number, dataDir: string): string {
  if (part === 'server')
    return `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm run up`
  return (
    `Port ${port} of the ${part} is taken by another program. End that program, or remove "${part}" from ` +
    `${fileOf(dataDir)} to let it move. A second Storycast beside the first needs a PORT and a DATA_DIR of its own.`
  )
}

/**
 * The port of an inner part, the same at every start of this data folder: permalinks of the sandbox stand in the
 * database. `wanted` is used at the first start when it is free.
 */
export async function keptPort(dataDir: string, name: string, wanted: number): Promise<number> {
  const file = fileOf(dataDir)
  const kept = readKept(dataDir)
  const port = kept[name] ?? (await tryPort(wanted)) ?? (await tryPort(0)) ?? wanted
  if ((await tryPort(port)) === null) {
    throw new Error(portTaken(name, port, dataDir))
  }
  if (kept[name] !== port) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify({ ...kept, [name]: port }, null, 2)}\n`)
  }
  return port
}
