import { benchHttp } from '@/tests/bench/http'
import { benchPublishing } from '@/tests/bench/publishing'
import { postgresBinaries } from '@/tests/support/postgres'
import { printHelp } from './support/help'

printHelp(
  `npm run bench [-- http | publishing]

Measures speed, each figure beside its bare counterpart in the same run, first on the embedded database and, when a
PostgreSQL server is installed, on that. Takes about six minutes. Nothing here passes or fails.`,
  { words: ['http', 'publishing'] },
)

const wanted = process.argv[2]
const kinds = postgresBinaries() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
for (const kind of kinds) {
  process.env.TEST_DATABASE = kind
  process.stdout.write(`\n═══ ${kind === 'pglite' ? 'embedded database (PGlite)' : 'PostgreSQL'} ═══\n`)
  if (wanted !== 'publishing') await benchHttp()
  if (wanted !== 'http') await benchPublishing()
}
process.exit(0)
