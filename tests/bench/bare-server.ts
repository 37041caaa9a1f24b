import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.cwd(), '.test', 'bench')

/**
 * Builds a copy of the product with an extra route: a bare handler with one SELECT, the baseline for every endpoint.
 */
export function buildWithBareRoute(): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of [
    'app',
    'components',
    'lib',
    'inngest',
    'instrumentation.ts',
    'instrumentation-node.ts',
    'proxy.ts',
    'public',
    'next.config.js',
    'postcss.config.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    // app/fonts.ts reads the font files by their path.
    'node_modules/@fontsource-variable',
  ]) {
    cpSync(name, join(folder, name), { recursive: true })
  }
  mkdirSync(join(folder, 'app/bare'))
  writeFileSync(
    join(folder, 'app/bare/route.ts'),
    `import pg from 'pg'
import { env } from '@/lib/env'
export const dynamic = 'force-dynamic'
const pool = new pg.Pool({ connectionString: env().DATABASE_URL, max: env().DATABASE_POOL_MAX })
export async function GET() {
  const { rows } = await pool.query('select * from stories order by id desc limit 50')
  return Response.json({ rows: rows.length })
}
export async function POST(request: Request) {
  const body = await request.json()
  const { rows } = await pool.query('select $1::text as caption', [body.caption])
  return Response.json(rows[0], { status: 201 })
}
`,
  )
  const built = spawnSync(process.execPath, [join(process.cwd(), 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The bench build failed.\n${built.stdout}\n${built.stderr}`)
  return folder
}
