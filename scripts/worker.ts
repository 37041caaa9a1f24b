import { sealingKeys } from '@/lib/connections/keys'
import { closeDatabase, database } from '@/lib/db/pool'
import { env, reloadEnv } from '@/lib/env'
import { startRunner } from '@/lib/jobs/runner'
import { openDatabase } from './support/database'
import { printHelp } from './support/help'
import { ensureKeys } from './support/keys'
import { joinSandbox } from './support/sandbox-env'
import { stopWithParent } from './support/stop-with-parent'
import { tellReady } from './support/tell-parent'

printHelp(`npm run worker

Posts due stories, delivers events to webhooks and runs the background jobs until it is stopped. Any number may run at once.
DATABASE_URL names the database; without it the embedded one in DATA_DIR is used. On Vercel, Inngest does this work.`)

if (!process.env.DATABASE_URL) {
  ensureKeys(env().DATA_DIR)
  await joinSandbox(env().DATA_DIR)
  reloadEnv()
}
// A worker that could open no credential would fail every post: better it does not start.
sealingKeys()
const { url, stop } = await openDatabase(env().DATA_DIR)
process.env.DATABASE_URL = url
reloadEnv()
const runner = startRunner(database())
tellReady()
stopWithParent(async () => {
  await runner.stop(6_000)
  await closeDatabase()
  await stop()
})
