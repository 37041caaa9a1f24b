import { parseArgs } from 'node:util'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { isScope, type Scope, scopes } from '@/lib/auth/scopes'
import { migrate } from '@/lib/db/migrate'
import { closeDatabase, database } from '@/lib/db/pool'
import { env, reloadEnv } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'
import { openDatabase } from './support/database'
import { demoOwner } from './support/demo'
import { printHelp } from './support/help'

const options = {
  email: { type: 'string' },
  project: { type: 'string' },
  scopes: { type: 'string' },
  account: { type: 'boolean', default: false },
  demo: { type: 'boolean', default: false },
} as const

printHelp(
  `npm run token -- --email you@example.com --project "My project" --scopes stories:read,stories:write
npm run token -- --demo

Makes an access token and prints {"token","user_id","project_id"} as JSON. The user and the project are made when
they are missing. Works beside a running product and without one.

  --email     whose token it is
  --project   name of the project that it is bound to
  --scopes    scopes separated by commas, or all
  --account   not bound to the project: it sees every project of its owner ("project_id" still names the project)
  --demo      the demo owner and the demo project, every scope

Scopes: ${scopes.join(', ')}`,
  { options },
)

type Wanted = { email: string; project: string; scopes: Scope[]; isAccount: boolean }

function refuse(sentence: string): never {
  process.stderr.write(`${sentence} See npm run token -- --help.\n`)
  process.exit(2)
}

function readArguments(): Wanted {
  const { values } = parseArgs({ options })
  const isAccount = values.account ?? false
  if (values.demo && !env().DEMO) refuse('DEMO=0: there is no demo here.')
  const contradicting = (['email', 'project', 'scopes'] as const).filter((name) => values[name] !== undefined)
  if (values.demo && contradicting.length > 0) {
    refuse(
      `--demo says whose token it is and what it may, so ${contradicting.map((name) => `--${name}`).join(', ')} cannot stand beside it.`,
    )
  }
  if (values.demo) return { email: demoOwner.email, project: demoOwner.project, scopes: [...scopes], isAccount }
  const email = values.email ?? refuse('--email is missing.')
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(`--email is ${JSON.stringify(email)}, which is no e-mail address.`)
  const words = (values.scopes ?? refuse('--scopes is missing.')).split(',').map((word) => word.trim())
  const unknown = words.filter((word) => word !== 'all' && !isScope(word))
  if (unknown.length > 0) refuse(`There is no scope ${unknown.join(', ')}.`)
  const project = values.project?.trim() || refuse('--project is missing.')
  return { email, project, scopes: words.includes('all') ? [...scopes] : words.filter(isScope), isAccount }
}

const wanted = readArguments()
const { url, stop } = await openDatabase(env().DATA_DIR)
process.env.DATABASE_URL = url
reloadEnv()
await migrate(url, 'supabase/migrations')
const db = database()
const userId = await ensureUser(db, { email: wanted.email })
const projectId = await ensureProject(db, { userId, name: wanted.project })
const bound = wanted.isAccount ? null : projectId
const { token } = await mintToken(db, { userId, projectId: bound, name: 'npm run token', scopes: wanted.scopes })
await closeDatabase()
await stop()
process.stdout.write(`${JSON.stringify({ token, user_id: userId, project_id: projectId })}\n`)
process.exit(0)
