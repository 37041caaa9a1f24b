import { createLink } from '@/lib/account-links/repository'
import { closeDatabase, database, transaction } from '@/lib/db/pool'
import { appUrl, env, reloadEnv } from '@/lib/env'
import { findUserByEmail } from '@/lib/password-reset/repository'
import { readCommandLine, refuse } from './cli/command-line.mjs'
import { openDatabase } from './data-dir/embedded-database'

const options = { email: { type: 'string' } } as const

const { values } = readCommandLine(
  `npm run reset-link -- --email you@example.com

Prints a link to set a new password, for servers without mail. It works once, for 30 minutes.`,
  { options },
)

const email = values.email?.trim().toLowerCase() ?? refuse('--email is missing.')
const { url, stop } = await openDatabase(env().DATA_DIR)
process.env.DATABASE_URL = url
reloadEnv()
const user = await findUserByEmail(database(), email)
if (user) {
  const token = await transaction(database(), (tx) =>
    createLink(tx, { userId: user.id, purpose: 'reset_password', email }),
  )
  process.stdout.write(`${appUrl()}/reset-password/${token}\n`)
} else {
  process.stderr.write(`No account has the email address ${email}.\n`)
  process.exitCode = 1
}
await closeDatabase()
await stop()
process.exit()
