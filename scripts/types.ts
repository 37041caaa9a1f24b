import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { startEmbeddedDatabase } from '@/lib/db/embedded'
import { migrate } from '@/lib/db/migrate'
import { printHelp } from './support/help'

printHelp(`npm run types

Writes lib/db/types.generated.ts from the migrations: applies them to an empty database in memory and reads its tables.`)

const target = 'lib/db/types.generated.ts'
const database = await startEmbeddedDatabase('memory://')
await migrate(database.url, 'supabase/migrations')
// Not the synchronous kind: this process has to go on serving the database.
const generator = spawn(
  process.execPath,
  [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--dialect=postgres',
    `--url=${database.url}`,
    `--out-file=${target}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    '--log-level=error',
    '--numeric-parser=number',
  ],
  { stdio: 'inherit' },
)
const [code] = await once(generator, 'exit')
// The driver is set to read bigint as a number (lib/db/pool.ts): they hold counts far below 2^53.
const types = await readFile(target, 'utf8')
await writeFile(target, types.replace('export type Int8 = ColumnType<string,', 'export type Int8 = ColumnType<number,'))
await database.stop()
process.exit(code)
