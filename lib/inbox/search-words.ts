import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'

/** Rows read for the beginning of a word. One that has more is so frequent that its weeks do not matter. */
const rowsMax = 2_000
/** Words with one beginning that are asked for one by one. More are asked for by the beginning. */
const alternativesMax = 50
const weekMs = 7 * 86_400_000

/** Instants; `from` is included, `until` is not. */
export type TimeRange = { from: string; until: string }

type Beginning = { beginning: string; count: number; words: string[] | null; weeks: number[] | null }

/**
 * @param words beginnings of words that one message must have
 * @returns the query for `inbox_messages.search`, the part of it that the index should look for, and when the
 *   conversations that may match had their last message, the latest first
 */
export async function readWords(
  db: Database,
  projectId: string,
  words: readonly string[],
): Promise<{ query: RawBuilder<unknown>; indexed: RawBuilder<unknown>; ranges: TimeRange[] }> {
  // Postgres folds the case of the words, so that it is the same as in the messages.
  const { rows } = await sql<Beginning>`
    select folded.beginning, found.*
    from unnest(${words}::text[]) given (word)
    cross join lateral (select (ts_lexize('simple', given.word))[1] as beginning) folded
    cross join lateral (
      select count(*)::int as count, array_agg(distinct word) as words, array_agg(distinct week) as weeks
      from (
        select word, week from inbox_word_weeks
        where project_id = ${projectId} and word >= folded.beginning collate "C"
          and word < (folded.beginning || ${'\u{10ffff}'}) collate "C"
        limit ${rowsMax + 1}) w
    ) found`.execute(db)
  const prefix = `${projectId.slice(-8)}:`
  const queryOf = (words: readonly Beginning[]): RawBuilder<unknown> =>
    sql`${words.map((word) => alternatives(word, prefix)).join(' & ')}::tsquery`
  const whole = rows.filter(isWholeWords)
  return { query: queryOf(rows), indexed: queryOf(whole.length > 0 ? whole : rows), ranges: rangesOf(rows) }
}

/** Whole words are faster: for a beginning, Postgres collects the messages of all its words first. */
const isWholeWords = ({ count, words }: Beginning): boolean =>
  count <= rowsMax && words !== null && words.length <= alternativesMax

function alternatives(word: Beginning, prefix: string): string {
  if (!isWholeWords(word)) return `${quoted(prefix + word.beginning)}:*`
  return `(${(word.words ?? []).map((whole) => quoted(prefix + whole)).join(' | ')})`
}

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

/** Weeks that have all words, neighbours as one. */
function rangesOf(rows: readonly Beginning[]): TimeRange[] {
  const known = rows.filter(({ count }) => count <= rowsMax).map(({ weeks }) => new Set(weeks))
  const [first, ...others] = known
  if (!first) return [{ from: '-infinity', until: 'infinity' }]
  const common = [...first].filter((week) => others.every((weeks) => weeks.has(week))).sort((a, b) => b - a)
  const ranges: { first: number; last: number }[] = []
  for (const week of common) {
    const newer = ranges.at(-1)
    if (newer?.first === week + 1) newer.first = week
    else ranges.push({ first: week, last: week })
  }
  return ranges.map(({ first, last }) => ({ from: startOf(first), until: startOf(last + 1) }))
}

const startOf = (week: number): string => new Date(week * weekMs).toISOString()

/** Deletes words that no message of the project has any more. */
export async function forgetWords(tx: Transaction<DB>, projectId: string, words: readonly string[]): Promise<void> {
  await sql`
    delete from inbox_word_weeks w
    where w.project_id = ${projectId} and w.word = any(${words}::text[])
      and not exists (
        select from inbox_messages m
        where m.search @@ quote_literal(right(${projectId}::text, 8) || ':' || w.word)::tsquery
          and m.project_id = ${projectId})`.execute(tx)
}
