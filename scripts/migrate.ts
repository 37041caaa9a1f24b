import { migrate } from '@/lib/db/migrate'
import { env } from '@/lib/env'
import { readCommandLine } from './cli/command-line.mjs'
import { openDatabase } from './data-dir/embedded-database'

readCommandLine(`npm run migrate

Applies the missing migrations of supabase/migrations and prints their names.
DATABASE_URL is the database. Without it, the embedded one in DATA_DIR is used, running or not.
Servers and workers may keep running: if a migration waits for their locks, it is cancelled and retried for a minute.`)

const database = await openDatabase(env().DATA_DIR)
const applied = await migrate(database.url, 'supabase/migrations')
await database.stop()
process.stdout.write(applied.length ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n')
process.exit(0)
