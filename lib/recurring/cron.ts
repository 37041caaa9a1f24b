import { Cron } from 'croner'

/** Max years without a run. */
const emptyYears = 5
const minuteMs = 60_000
export const shortestMinutes = 60

/**
 * Runs of a cron expression on the wall clock, as if it were UTC. croner's own time zones move a skipped time to the
 * end of the gap instead of forward by the gap.
 */
export function wallRuns(expression: string, from: Date, until?: Date): { next(): Date | null } {
  const cron = new Cron(expression, { timezone: 'UTC', mode: '5-part', ...(until ? { stopAt: until } : {}) })
  let last = from
  return {
    next: () => {
      const run = cron.nextRun(last)
      if (run) last = run
      return run
    },
  }
}

/** Why this is not a usable cron expression; null when it is. croner accepts more than the five standard fields. */
export function cronIssue(expression: string, now: Date): string | null {
  const fields = expression.trim().split(/\s+/)
  if (/[@?#+]/.test(expression) || /\d+W|W\d*$|^W/i.test(fields[2] ?? '')) {
    return '@, ?, #, + and W are not supported. Use five plain fields, e.g. 0 9 * * 1-5.'
  }
  if (fields.length !== 5) {
    return `needs exactly five fields (minute, hour, day of month, month, weekday), but has ${fields.length}.`
  }
  try {
    return runIssue(fields.join(' '), now)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, '') : ''
    return `is not a valid cron expression. ${reason}`.trim()
  }
}

function runIssue(expression: string, now: Date): string | null {
  const start = new Date(now)
  start.setUTCMinutes(0, 0, -1)
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + emptyYears)
  const runs = wallRuns(expression, start, until)
  const [first, second, third] = [runs.next(), runs.next(), runs.next()]
  if (!first) return `never runs in the next ${emptyYears} years. Check the day and the month.`
  // One minute per hour is the most, so the first hour with runs shows the shortest interval.
  const isTooOften = [second, third].some((run, index) => {
    const before = index === 0 ? first : second
    return run && before && run.getTime() - before.getTime() < shortestMinutes * minuteMs
  })
  return isTooOften ? 'runs more than once an hour. The shortest interval is one hour.' : null
}
