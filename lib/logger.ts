import { fstatSync, writeSync } from 'node:fs'
import { env } from './env'

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const
type Level = Exclude<keyof typeof levels, 'silent'>

/** Members whose values are never logged, in any object. */
const secretName =
  /(authorization|password|secret|credential|access_?token|refresh_?token|api_?key|cookie|admin_api_key)/i

function scrub(name: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
  return name !== '' && secretName.test(name) && typeof value === 'string' ? '[hidden]' : value
}

const isFile = (): boolean => {
  try {
    return fstatSync(1).isFile()
  } catch {
    return false
  }
}

let toFile: boolean | undefined
let lostLines = 0

/**
 * Written directly: a stream never recovers from a full disk and its error would end the process. Lines are lost and
 * counted while the disk is full.
 */
function put(line: string): void {
  if (toFile === undefined) {
    toFile = isFile()
    // If the reader closes the pipe, as in `npm run worker | head`, the process continues without output.
    if (!toFile) process.stdout.on('error', () => {})
  }
  if (!toFile) return void process.stdout.write(line)
  try {
    // Starts with a line break because the previous line may be incomplete.
    const lost = lostLines > 0 ? `\n${JSON.stringify({ level: 'warn', event: 'log.lost', lines: lostLines })}\n` : ''
    if (lost !== '') writeSync(1, lost)
    lostLines = 0
    const bytes = Buffer.from(line)
    if (writeSync(1, bytes) < bytes.length) lostLines += 1
  } catch {
    lostLines += 1
  }
}

/** Writes one line of JSON to standard output. */
function write(level: Level, event: string, members: Record<string, unknown>): void {
  if (levels[level] < levels[env().LOG_LEVEL]) return
  put(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...members }, scrub)}\n`)
}

export const log = {
  debug: (event: string, members: Record<string, unknown> = {}) => write('debug', event, members),
  info: (event: string, members: Record<string, unknown> = {}) => write('info', event, members),
  warn: (event: string, members: Record<string, unknown> = {}) => write('warn', event, members),
  error: (event: string, members: Record<string, unknown> = {}) => write('error', event, members),
}
