import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { logDir } from './child-process'

/** Records a credential. At the end of the run no response or log line may contain it. */
export function recordSecret(secret: string): void {
  mkdirSync(join(process.cwd(), '.test'), { recursive: true })
  appendFileSync(join(process.cwd(), '.test', 'secrets.txt'), `${secret}\n`)
}

/** Records a response body for the same check. */
export function recordResponse(line: string): void {
  mkdirSync(logDir, { recursive: true })
  appendFileSync(join(logDir, `answers-${process.pid}.log`), `${line}\n`)
}
