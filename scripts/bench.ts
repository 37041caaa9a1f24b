import { benchHostile } from '@/tests/bench/hostile'
import { benchHttp } from '@/tests/bench/http'
import { benchPublishing } from '@/tests/bench/publishing'
import { benchScreens } from '@/tests/bench/screens'
import { benchUploads } from '@/tests/bench/uploads'
import { benchWebhooks } from '@/tests/bench/webhooks'
import { postgresBinaries } from '@/tests/support/postgres'
import { printHelp } from './support/help'

const benches = {
  http: benchHttp,
  publishing: benchPublishing,
  webhooks: benchWebhooks,
  uploads: benchUploads,
  screens: benchScreens,
  hostile: benchHostile,
}
const names = Object.keys(benches) as (keyof typeof benches)[]

printHelp(
  `npm run bench [-- ${names.join(' | ')}]

Measures speed, each figure beside its bare counterpart in the same run, first on the embedded database and, when a
PostgreSQL server is installed, on that. Takes about fifteen minutes. Nothing here passes or fails.`,
  { words: names },
)

const wanted = process.argv[2]
const kinds = postgresBinaries() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
for (const kind of kinds) {
  process.env.TEST_DATABASE = kind
  process.stdout.write(`\n═══ ${kind === 'pglite' ? 'embedded database (PGlite)' : 'PostgreSQL'} ═══\n`)
  for (const name of names) if (wanted === undefined || wanted === name) await benches[name]()
}
process.exit(0)
