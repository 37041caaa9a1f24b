import { ApiError } from '@/lib/api/client'

/**
 * The server's message for one field, as a sentence. Messages either follow the field name (“must be an email
 * address”) or are complete.
 */
export function issueFor(error: unknown, path: string, label: string): string | null {
  if (!(error instanceof ApiError)) return null
  const issue = error.issues.find((candidate) => candidate.path === path || candidate.path.startsWith(`${path}.`))
  return issue ? issueSentence(issue.message, label) : null
}

export function issueSentence(message: string, label: string): string {
  // The message of the browser's own check.
  if (message === 'must be an email address') return 'Enter an email address like name@example.com.'
  const sentence = /^[A-Z“]/.test(message) ? message : `${label} ${message}`
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Whether the form's fields show all issues, so that no extra note is needed. */
export const isShownByFields = (error: unknown, paths: readonly string[]): boolean =>
  error instanceof ApiError &&
  error.issues.length > 0 &&
  error.issues.every(({ path }) => paths.some((known) => path === known || path.startsWith(`${known}.`)))
