import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { startEmbeddedDatabase } from '@/lib/db/embedded'
import { migrate } from '@/lib/db/migrate'
import { columnTypes, withColumnTypes } from './column-types'

const file = 'lib/db/types.generated.ts'

/** Writes the database types: applies the migrations to an empty database in memory and reads its tables. */
export async function writeDatabaseTypes(): Promise<void> {
  const database = await startEmbeddedDatabase('memory://')
  await migrate(database.url, 'supabase/migrations')
  // Not spawnSync: this process has to serve the database meanwhile.
  const generator = spawn(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect=postgres',
      `--url=${database.url}`,
      `--out-file=${file}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--log-level=error',
      '--numeric-parser=number',
    ],
    { stdio: 'inherit' },
  )
  const [code] = (await once(generator, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`kysely-codegen exited with ${code}.`)
  // lib/db/pool.ts parses bigint as number: the columns hold counts far below 2^53.
  const types = (await readFile(file, 'utf8')).replace(
    'export type Int8 = ColumnType<string,',
    'export type Int8 = ColumnType<number,',
  )
  await writeFile(file, withColumnTypes(types, await columnTypes(database.url)))
  await database.stop()
}
