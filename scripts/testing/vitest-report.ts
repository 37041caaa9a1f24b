import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Assertion = { status: string; fullName: string; failureMessages: string[] }
type File = {
  name: string
  status: string
  startTime: number
  endTime: number
  message: string
  assertionResults: Assertion[]
}
type Json = { numPassedTests: number; numPendingTests: number; testResults: File[] }

/** Path from the root, and each failed test with the start of its error. */
export type FailedFile = { path: string; failures: string[] }

export type Report = {
  passed: number
  skipped: number
  failed: FailedFile[]
  /** Tests that passed at the second attempt, with the error of the first. */
  retried: string[]
  files: { path: string; seconds: number }[]
}

/** Reads what vitest's JSON reporter wrote. */
export function readReport(file: string): Report {
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Json
  return {
    passed: numPassedTests,
    skipped: numPendingTests,
    failed: testResults
      .map((file) => ({ path: relative(process.cwd(), file.name), failures: failuresOf(file) }))
      .filter(({ failures }) => failures.length > 0),
    retried: testResults.flatMap(retriedOf),
    files: testResults.map(({ name, startTime, endTime }) => ({
      path: relative(process.cwd(), name),
      seconds: Math.max(0, endTime - startTime) / 1000,
    })),
  }
}

function failuresOf({ status, message, assertionResults }: File): string[] {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}${firstLines(failureMessages[0] ?? '')}`)
  // A file that could not be loaded has no failed test.
  if (status === 'failed' && failures.length === 0) failures.push(`the file itself${firstLines(message)}`)
  return failures
}

const retriedOf = ({ name, assertionResults }: File): string[] =>
  assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) =>
        `${relative(process.cwd(), name)} › ${fullName}${firstLines(failureMessages[0] ?? '')}`,
    )

const firstLines = (message: string): string =>
  message
    .split('\n')
    .slice(0, 12)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('')
