import { readCommandLine } from './cli/command-line.mjs'
import { writeDatabaseTypes } from './generate/database-types'
import { writeMediaTable } from './generate/media-table'
import { writeOperationTests } from './generate/operation-tests'
import { writeOperations } from './generate/operations'

const generators = {
  types: writeDatabaseTypes,
  operations: writeOperations,
  'operation-tests': writeOperationTests,
  'media-table': writeMediaTable,
}
const names = Object.keys(generators) as (keyof typeof generators)[]

const { positionals } = readCommandLine(
  `npm run generate [-- ${names.join(' | ')}]

Writes generated files, all of them or the named ones. Each one is also a command, such as npm run types.

  types         lib/db/types.generated.ts: the database types. Run it after adding a migration.
  operations    lib/openapi/operations.generated.ts: method and path of each endpoint, for the browser.
                Run it after adding or changing a contract.
  operation-tests   the tables in docs/api.md of operations, events and their tests. Run it after adding one.
  media-table   the table of media rules in docs/media.md. Run it after changing a rule in lib/channels.`,
  { positionals: names },
)

for (const name of names) if (positionals.length === 0 || positionals.includes(name)) await generators[name]()
process.exit(0)
