import { closeDatabase, database } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { env, reloadEnv } from '@/lib/env'
import { startRunner } from '@/lib/jobs/runner'
import { readCommandLine } from './cli/command-line.mjs'
import { openDatabase } from './data-dir/embedded-database'
import { ensureKeys } from './data-dir/keys'
import { joinSandbox } from './demo/sandbox-env'
import { sendReady } from './processes/parent-messages'
import { stopWithParent } from './processes/stop-with-parent'

readCommandLine(`npm run worker

Publishes due posts, delivers webhooks and runs the background jobs until it is stopped. You can run several workers.
DATABASE_URL is the database. Without it, the embedded one in DATA_DIR is used. On Vercel, Inngest does this work.`)

if (!process.env.DATABASE_URL) {
  ensureKeys(env().DATA_DIR)
  await joinSandbox(env().DATA_DIR)
  reloadEnv()
}
// Without the keys every post would fail, so the worker must not start.
sealingKeys()
const { url, stop } = await openDatabase(env().DATA_DIR)
process.env.DATABASE_URL = url
reloadEnv()
const runner = startRunner(database())
sendReady()
stopWithParent(async () => {
  await runner.stop(6_000)
  await closeDatabase()
  await stop()
})
