import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { isModelConfigured, textModel } from '@/lib/ai/settings'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { captionHash } from '@/lib/captions/corpus/caption-hash'
import { addCorpusCaptions } from '@/lib/captions/corpus/contract'
import { hasVectors, listNearest, signatureOf } from '@/lib/captions/corpus/embeddings-repository'
import { findByHash } from '@/lib/captions/corpus/repository'
import { add } from '@/lib/captions/corpus/service'
import { nearestOfNewest } from '@/lib/captions/corpus/similar'
import { captionLength, captionLimit } from '@/lib/captions/writing/caption-limit'
import { isForbidden, suggestCaptions } from '@/lib/captions/writing/suggest'
import type { ChannelId } from '@/lib/channel-ids'
import { connect, type Database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lint } from '@/lib/voice/lint'
import { noRules } from '@/lib/voice/rules'
import { startDatabase } from '@/tests/support/database/test-database'
import { productEnv, startSandboxProcess } from '@/tests/support/servers/product'
import { ms, percentile, report } from './report'

const briefCount = 200
const channels: ChannelId[] = ['x', 'threads', 'instagram', 'linkedin', 'facebook', 'pinterest', 'ghost']
const subjects = [
  'the new sourdough bread',
  'our autumn coffee box',
  'a workshop about latte art',
  'die neuen Öffnungszeiten am Wochenende',
  'le retour de la tarte aux pommes',
  'la nueva tienda en el centro',
  '冬の新作コーヒー',
  'free shipping until Sunday',
]
const verbs = ['Announce', 'Promote', 'Tell people about', 'Share the story behind', 'Remind followers of']
const forbidden = ['cheap', 'bargain', 'guys', 'billig']

const briefOf = (index: number): string =>
  `${verbs[index % verbs.length]} ${subjects[index % subjects.length]}, number ${index + 1}.`

/** Suggestions of a configured model, otherwise of the stand-in; and the similarity search. */
export async function benchAi(): Promise<void> {
  const hasOwnModel = isModelConfigured()
  const database = await startDatabase()
  const sandbox = hasOwnModel ? null : await startSandboxProcess()
  const settings = sandbox ? productEnv(database.url, sandbox.url) : { DATABASE_URL: database.url }
  // A budget of 60 calls would end the run, and the vacuum of 100,000 vectors takes minutes.
  const limits = { AI_CALLS_PER_HOUR: '100000', DATABASE_QUERY_TIMEOUT_SECONDS: '600' }
  Object.assign(process.env, settings, limits, { LOG_LEVEL: 'error' })
  reloadEnv()
  const { db, close } = connect(database.url, 10)
  try {
    const userId = await ensureUser(db, { email: 'bench@example.com' })
    const projectId = await ensureProject(db, { userId, name: 'Bench', timezone: 'UTC' })
    await benchSuggestions(db, { userId, projectId })
    await benchSearch(db, projectId)
  } finally {
    await close()
    await sandbox?.stop()
    await database.stop()
  }
}

type Project = { userId: string; projectId: string }
type Counts = { answered: number; asked: number; suggested: number } & Record<
  'isTooLong' | 'isForbidden' | 'hasNoLink' | 'isKnown',
  number
>

async function benchSuggestions(db: Database, { userId, projectId }: Project): Promise<void> {
  const rules = { ...noRules, forbidden_words: forbidden }
  await db
    .insertInto('voice_rules')
    .values({ project_id: projectId, ...rules })
    .execute()
  const captions = Array.from({ length: 50 }, (_, index) => ({
    caption: `Caption ${index + 1} about ${subjects[index % subjects.length]}.`,
  }))
  const context = { db, principal: { kind: 'session' as const, userId }, now: new Date() }
  await add(context, { id: projectId, ...addCorpusCaptions.body.parse({ captions }) })
  const times: number[] = []
  const counts: Counts = { answered: 0, asked: 0, suggested: 0, isTooLong: 0, isForbidden: 0, hasNoLink: 0, isKnown: 0 }
  for (let index = 0; index < briefCount; index++) {
    const channel = channels[index % channels.length] ?? 'x'
    const destination = index % 2 === 0 ? 'https://bakery.example.com/bread' : null
    const startedMs = performance.now()
    counts.asked += 3
    try {
      const wanted = { brief: briefOf(index), channel, destination, count: 3 }
      const plain = { contentType: null, tone: null, format: null }
      const { suggestions } = await suggestCaptions(db, projectId, { ...wanted, ...plain })
      times.push(performance.now() - startedMs)
      counts.answered += 1
      counts.suggested += suggestions.length
      for (const { caption } of suggestions) {
        if (captionLength(caption, channel) > captionLimit(channel).max) counts.isTooLong += 1
        if (isForbidden(await lint(rules, { default: caption }))) counts.isForbidden += 1
        if (destination && caption.split('{{link}}').length !== 2) counts.hasNoLink += 1
        if ((await findByHash(db, projectId, [captionHash(caption)])).length > 0) counts.isKnown += 1
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  const model = textModel()?.model ?? ''
  const of = (count: number): string => `${count} of ${counts.suggested}`
  report(`${briefCount} briefs, format valid`, `${counts.answered} of ${briefCount}`, model)
  report('suggestions within the rules', `${counts.suggested} of ${counts.asked}`, '', 'the others were left out')
  report('over the limit of the channel', of(counts.isTooLong), '', 'target 0')
  report('with a forbidden word', of(counts.isForbidden), '', 'target 0')
  report('without their link', of(counts.hasNoLink), '', 'target 0')
  report('with the text of a known caption', of(counts.isKnown), '', 'target 0')
  report('time, p50', ms(percentile(times, 0.5)), `p95 ${ms(percentile(times, 0.95))}`)
}

const space = { model: 'bench', dimensions: 512 }
const corpusSize = 100_000
const batchSize = 500

const randomNumber = (): number => Math.random() + Math.random() + Math.random() - 1.5
const topics = Array.from({ length: 2_000 }, () => Array.from({ length: space.dimensions }, randomNumber))

/** A text about one of the topics. Two texts about the same topic have a similarity of about 0.5. */
const randomVector = (): number[] =>
  (topics[randomInt(0, topics.length)] ?? []).map((number) => Math.round((number + randomNumber()) * 1e5) / 1e5)

async function fillCorpus(db: Database, projectId: string, size: number): Promise<void> {
  for (let from = 0; from < size; from += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, index) => {
      const caption = `${briefOf(from + index)} ${'Come and taste it while it is warm. '.repeat(randomInt(1, 6))}`
      return { caption, hash: captionHash(`${projectId} ${from + index}`), vector: randomVector() }
    })
    await sql`
      insert into caption_corpus (id, project_id, caption, caption_hash, source, approved, embedding, signature,
        embedding_model, embedding_dimensions)
      select id, ${projectId}, caption, hash, 'seed', true, vector::real[], signature::bit(512),
        ${space.model}, ${space.dimensions}
      from unnest(
        ${rows.map(() => newId())}::uuid[],
        ${rows.map(({ caption }) => caption)}::text[],
        ${rows.map(({ hash }) => hash)}::bytea[],
        ${rows.map(({ vector }) => `{${vector.join(',')}}`)}::text[],
        ${rows.map(({ vector }) => signatureOf(vector))}::text[]
      ) as t (id, caption, hash, vector, signature)`.execute(db)
  }
  await sql`vacuum (analyze) caption_corpus`.execute(db)
}

async function timesOf(run: (vector: number[]) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = -3; turn < 40; turn++) {
    const vector = randomVector()
    const startedMs = performance.now()
    await run(vector)
    if (turn >= 0) times.push(performance.now() - startedMs)
  }
  return times
}

async function benchSearch(db: Database, projectId: string): Promise<void> {
  await fillCorpus(db, projectId, corpusSize)
  const wanted = (vector: number[]) => ({ space, vector, filter: { approved: true }, limit: 12 })
  const show = (what: string, times: number[], note = ''): void =>
    report(what, ms(percentile(times, 0.95)), `p50 ${ms(percentile(times, 0.5))}`, note)
  if (await hasVectors(db)) {
    const nearest = await timesOf((vector) => listNearest(db, projectId, wanted(vector)))
    show('12 nearest of 100,000 captions, pgvector, p95', nearest, 'target 50 ms')
    const exact = await timesOf((vector) => exactNearest(db, projectId, vector))
    show('the same without the index of signs, p95', exact)
    let found = 0
    for (let turn = 0; turn < 20; turn++) {
      const vector = randomVector()
      const ids = new Set((await listNearest(db, projectId, wanted(vector))).map(({ id }) => id))
      found += (await exactNearest(db, projectId, vector)).filter((id) => ids.has(id)).length
    }
    report('of the 12 exact ones, found', `${((found / 240) * 100).toFixed(0)} %`, '2,000 topics')
  }
  const inJavaScript = await timesOf((vector) => nearestOfNewest(db, projectId, wanted(vector)))
  show('without pgvector, the newest 1,000, p95', inJavaScript)
}

async function exactNearest(db: Database, projectId: string, vector: number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from caption_corpus where project_id = ${projectId} and approved and embedding_model = ${space.model}
    order by embedding::vector <=> ${`[${vector.join(',')}]`}::vector limit 12`.execute(db)
  return rows.map(({ id }) => id)
}
