import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { isScope, type Scope, scopes } from '@/lib/auth/scopes'
import { migrate } from '@/lib/db/migrate'
import { closeDatabase, database } from '@/lib/db/pool'
import { env, reloadEnv } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'
import { readCommandLine, refuse } from './cli/command-line.mjs'
import { openDatabase } from './data-dir/embedded-database'
import { demoOwner } from './demo/workspace'

const options = {
  email: { type: 'string' },
  project: { type: 'string' },
  scopes: { type: 'string' },
  account: { type: 'boolean', default: false },
  demo: { type: 'boolean', default: false },
} as const

const { values } = readCommandLine(
  `npm run token -- --email you@example.com --project "My project" --scopes stories:read,stories:write
npm run token -- --demo

Creates an access token and prints {"token","user_id","project_id"} as JSON. Creates the user and the project if they
do not exist. Works with or without a running server.

  --email     owner of the token
  --project   name of the project it is bound to
  --scopes    scopes separated by commas, or all
  --account   account token: sees every project of its owner ("project_id" is still the named project)
  --demo      demo owner and demo project, all scopes

Scopes: ${scopes.join(', ')}`,
  { options },
)

type Wanted = { email: string; project: string; scopes: Scope[]; isAccount: boolean }

function readArguments(): Wanted {
  const isAccount = values.account ?? false
  if (values.demo && !env().DEMO) refuse('There is no demo, because DEMO=0.')
  const conflicting = (['email', 'project', 'scopes'] as const).filter((name) => values[name] !== undefined)
  if (values.demo && conflicting.length > 0) {
    refuse(`--demo cannot be combined with ${conflicting.map((name) => `--${name}`).join(', ')}.`)
  }
  if (values.demo) return { email: demoOwner.email, project: demoOwner.project, scopes: [...scopes], isAccount }
  const email = values.email ?? refuse('--email is missing.')
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(`--email ${JSON.stringify(email)} is not an email address.`)
  const names = (values.scopes ?? refuse('--scopes is missing.')).split(',').map((word) => word.trim())
  const unknown = names.filter((word) => word !== 'all' && !isScope(word))
  if (unknown.length > 0) refuse(`Unknown scope ${unknown.join(', ')}.`)
  const project = values.project?.trim() || refuse('--project is missing.')
  return { email, project, scopes: names.includes('all') ? [...scopes] : names.filter(isScope), isAccount }
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
