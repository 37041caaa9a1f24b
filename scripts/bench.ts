import { benchAi } from '@/tests/bench/ai'
import { benchConnectors } from '@/tests/bench/connectors'
import { benchHostile } from '@/tests/bench/hostile'
import { benchHttp } from '@/tests/bench/http'
import { benchInboxReads } from '@/tests/bench/inbox-reads'
import { benchInboxStorm } from '@/tests/bench/inbox-storm'
import { benchPlanning } from '@/tests/bench/planning'
import { benchPublishing } from '@/tests/bench/publishing'
import { benchScreens } from '@/tests/bench/screens'
import { benchUploads } from '@/tests/bench/uploads'
import { benchWebhooks } from '@/tests/bench/webhooks'
import { postgresBinaries } from '@/tests/support/database/postgres'
import { readCommandLine } from './cli/command-line.mjs'

const benches = {
  http: benchHttp,
  publishing: benchPublishing,
  webhooks: benchWebhooks,
  uploads: benchUploads,
  screens: benchScreens,
  hostile: benchHostile,
  planning: benchPlanning,
  ai: benchAi,
  connectors: benchConnectors,
  'inbox-storm': benchInboxStorm,
  'inbox-reads': benchInboxReads,
}
const names = Object.keys(benches) as (keyof typeof benches)[]

const {
  positionals: [wanted],
} = readCommandLine(
  `npm run bench [-- ${names.join(' | ')} | inbox]

Measures speed. Each figure is compared with a minimal implementation in the same run. Runs on the embedded database
and, if a PostgreSQL server is installed, on that too. TEST_DATABASE=pglite or =postgres runs on one only. Takes about
fifteen minutes. There is no pass or fail.`,
  { positionals: [...names, 'inbox'] },
)

const available = postgresBinaries() ? ['pglite', 'postgres'] : ['pglite']
for (const kind of process.env.TEST_DATABASE ? [process.env.TEST_DATABASE] : available) {
  process.env.TEST_DATABASE = kind
  process.stdout.write(`\n═══ ${kind === 'pglite' ? 'embedded database (PGlite)' : 'PostgreSQL'} ═══\n`)
  for (const name of names)
    if (wanted === undefined || name === wanted || name.startsWith(`${wanted}-`)) await benches[name]()
}
process.exit(0)
