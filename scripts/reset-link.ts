import { parseArgs } from 'node:util'
import { createLink } from '@/lib/account-links/repository'
import { closeDatabase, database, transaction } from '@/lib/db/pool'
import { appUrl, env, reloadEnv } from '@/lib/env'
import { findUserByEmail } from '@/lib/password-reset/repository'
import { openDatabase } from './support/database'
import { printHelp } from './support/help'

const options = { email: { type: 'string' } } as const

printHelp(
  `npm run reset-link -- --email you@example.com

Prints a link to set a new password, for servers that cannot send mail. It works once, for 30 minutes.`,
  { options },
)

function refuse(sentence: string): never {
  process.stderr.write(`${sentence} See npm run reset-link -- --help.\n`)
  process.exit(2)
}

const email = parseArgs({ options }).values.email?.trim().toLowerCase() ?? refuse('--email is missing.')
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
  process.stderr.write(`No account has the address ${email}.\n`)
  process.exitCode = 1
}
await closeDatabase()
await stop()
process.exit()
