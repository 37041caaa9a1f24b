import { migrate } from '@/lib/db/migrate'
import { env } from '@/lib/env'
import { openDatabase } from './support/database'
import { printHelp } from './support/help'

printHelp(`npm run migrate

Applies the migrations of supabase/migrations that the database does not have yet, and says which they were.
DATABASE_URL names the database; without it the embedded one in DATA_DIR is used, whether it runs or not.
It may run beside servers and workers: where it has to wait for them it gives way, and tries again for a minute.`)

const database = await openDatabase(env().DATA_DIR)
const applied = await migrate(database.url, 'supabase/migrations')
await database.stop()
process.stdout.write(
  applied.length ? `Applied ${applied.join(', ')}.\n` : 'Nothing to apply: the database is up to date.\n',
)
process.exit(0)
