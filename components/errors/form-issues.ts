import { ApiError } from '@/lib/api/client'

/**
 * What the server says of one field, as a sentence. Its messages are written to follow the name of the field
 * (“must be an e-mail address”) or stand by themselves.
 */
export function issueFor(error: unknown, path: string, label: string): string | null {
  if (!(error instanceof ApiError)) return null
  const issue = error.issues.find((candidate) => candidate.path === path || candidate.path.startsWith(`${path}.`))
  return issue ? issueSentence(issue.message, label) : null
}

export function issueSentence(message: string, label: string): string {
  const sentence = /^[A-Z]/.test(message) ? message : `${label} ${message}`
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Whether a form's own fields show everything that is wrong, so that no note is needed beside them. */
export const isShownByFields = (error: unknown, paths: readonly string[]): boolean =>
  error instanceof ApiError &&
  error.issues.length > 0 &&
  error.issues.every(({ path }) => paths.some((known) => path === known || path.startsWith(`${known}.`)))
