import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Part of the socket's name by convention. No TCP port is opened. */
const port = 5432

/** Socket paths are limited to 103 bytes on macOS and 107 on Linux (`sun_path`, including the final NUL). */
const pathMaxBytes = 103

const socketIn = (folder: string): string => join(folder, `.s.PGSQL.${port}`)

/** Connection string of a server that listens in this folder. */
const urlOf = (folder: string): string => `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`

/** Path of the Unix socket in a connection string, or null if it has a host. */
export function socketOf(url: string): string | null {
  const { hostname, port: named } = new URL(url)
  const folder = decodeURIComponent(hostname)
  return folder.startsWith('/') ? join(folder, `.s.PGSQL.${named || port}`) : null
}

export type Listening = { url: string; close(): Promise<void> }

/**
 * Listens on a Unix socket in a folder that only this user can enter. The embedded database has no password, so the
 * folder's permissions keep other users out. A loopback port would be open to all of them.
 *
 * @param dataDir the socket is created in its folder `socket`, or in a private temporary folder if the path is too
 * long or the file system has no sockets. Without it: a new temporary folder, for tests
 */
export async function listenOnSocket(
  dataDir: string | undefined,
  onConnection: (socket: Socket) => void,
): Promise<Listening> {
  if (dataDir === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'storycast-socket-'))
    return listenIn(folder, onConnection, () => rmSync(folder, { recursive: true, force: true }))
  }
  const own = join(resolve(dataDir), 'socket')
  if (Buffer.byteLength(socketIn(own)) <= pathMaxBytes) {
    try {
      return await listenIn(own, onConnection)
    } catch (error) {
      // Some mounted file systems do not support sockets.
      if (!['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
    }
  }
  return listenIn(temporaryFolderOf(resolve(dataDir)), onConnection)
}

async function listenIn(
  folder: string,
  onConnection: (socket: Socket) => void,
  onClosed = (): void => {},
): Promise<Listening> {
  makePrivate(folder)
  // Left by a killed server. The caller holds the data folder's lock, so no other server uses it.
  rmSync(socketIn(folder), { force: true })
  const server = createServer(onConnection)
  await listen(server, socketIn(folder))
  return {
    url: urlOf(folder),
    async close() {
      await new Promise((closed) => server.close(closed))
      onClosed()
    },
  }
}

/** The same at every start, because clients keep the address after a restart. */
function temporaryFolderOf(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `storycast-${process.getuid?.() ?? 0}-${hash}`)
}

/** @throws if the folder belongs to another user, who could listen instead */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || (process.getuid && stat.uid !== process.getuid())) {
    throw new Error(`The folder ${folder} belongs to another user. Remove it, or set DATA_DIR to another folder.`)
  }
  chmodSync(folder, 0o700)
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, done)
  })
}
