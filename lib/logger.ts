import { env } from './env'

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const
type Level = Exclude<keyof typeof levels, 'silent'>

/** Members whose value must never be written, whatever object they hang on. */
const secretName =
  /(authorization|password|secret|credential|access_?token|refresh_?token|api_?key|cookie|admin_api_key)/i

function scrub(name: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
  return name !== '' && secretName.test(name) && typeof value === 'string' ? '[hidden]' : value
}

/** Writes one line of JSON to standard output. */
function write(level: Level, event: string, members: Record<string, unknown>): void {
  if (levels[level] < levels[env().LOG_LEVEL]) return
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...members }, scrub)}\n`)
}

export const log = {
  debug: (event: string, members: Record<string, unknown> = {}) => write('debug', event, members),
  info: (event: string, members: Record<string, unknown> = {}) => write('info', event, members),
  warn: (event: string, members: Record<string, unknown> = {}) => write('warn', event, members),
  error: (event: string, members: Record<string, unknown> = {}) => write('error', event, members),
}
