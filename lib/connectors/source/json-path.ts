import { SourceError } from './source'

/** `name`, `[0]`, `[*]` (every element) or `["a name"]`. */
type Step = { name: string } | { index: number } | { all: true }

const stepPattern = /(?:^|\.)([^.[\]"]+)|\[(\d{1,6})\]|\[(\*)\]|\[(?:"([^"]*)"|'([^']*)')\]/y
const stepsMax = 20

/** Parses a path such as `data.items`, `$.feeds[0].entries` or `groups[*].items`. Null if it is malformed. */
export function parseJsonPath(path: string): Step[] | null {
  const text = path.trim().replace(/^\$\.?/, '')
  const steps: Step[] = []
  stepPattern.lastIndex = 0
  while (stepPattern.lastIndex < text.length) {
    const match = stepPattern.exec(text)
    if (!match || steps.length >= stepsMax) return null
    const [, name, index, star, quoted, quotedToo] = match
    if (index !== undefined) steps.push({ index: Number(index) })
    else if (star !== undefined) steps.push({ all: true })
    else steps.push({ name: (name ?? quoted ?? quotedToo ?? '').trim() })
  }
  return steps
}

/** Values found are limited, because `[*]` can multiply them. */
const valuesMax = 100_000

/**
 * The items at a path: the elements of the lists found, or the single object.
 *
 * @throws SourceError that says which part of the path is missing, and what is there instead
 */
export function itemsAtPath(document: unknown, path: string): unknown[] {
  const steps = parseJsonPath(path)
  if (!steps) throw new SourceError(`“${path}” is not a valid path. Write it like data.items or feeds[0].entries.`)
  let values: unknown[] = [document]
  for (const [at, step] of steps.entries()) {
    const next = values.flatMap((value) => childrenOf(value, step)).slice(0, valuesMax)
    if (next.length === 0) throw missing(path, steps.slice(0, at), values[0])
    values = next
  }
  const items = values.flatMap((value) => (Array.isArray(value) ? value.slice(0, valuesMax) : [value]))
  if (values.every((value) => typeof value !== 'object' || value === null) && values.length === 1)
    throw new SourceError(`The path “${path}” leads to a single value, not to a list. Use the path of a list.`)
  return items.slice(0, valuesMax)
}

function childrenOf(value: unknown, step: Step): unknown[] {
  if ('name' in step) {
    // A name applies to every element of a list, so `data.items` also works where `data` is a list.
    if (Array.isArray(value))
      return value.flatMap((element) => (Array.isArray(element) ? [] : childrenOf(element, step)))
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step.name)) return []
    return [(value as Record<string, unknown>)[step.name]]
  }
  if (!Array.isArray(value)) return []
  return 'all' in step ? value : value.slice(step.index, step.index + 1)
}

const namesShown = 8

function missing(path: string, found: Step[], at: unknown): SourceError {
  const place = found.length === 0 ? 'The top level' : `“${textOf(found)}”`
  if (Array.isArray(at))
    return new SourceError(`The path “${path}” matches nothing. ${place} is a list of ${at.length}.`)
  const names = typeof at === 'object' && at !== null ? Object.keys(at) : []
  const shown = names.slice(0, namesShown).map((name) => name.slice(0, 40))
  const more = names.length > namesShown ? ', …' : ''
  const there = names.length > 0 ? `${place} has: ${shown.join(', ')}${more}.` : `${place} has no members.`
  return new SourceError(`The path “${path}” matches nothing. ${there}`)
}

const textOf = (steps: Step[]): string =>
  steps
    .map((step) => ('name' in step ? `.${step.name}` : 'all' in step ? '[*]' : `[${step.index}]`))
    .join('')
    .replace(/^\./, '')

/** Members that usually hold the list. */
const usualNames = ['items', 'entries', 'data', 'results', 'posts', 'articles', 'records', 'rows', 'products', 'events']

/** The path of the list in a document: the document itself, a member with a usual name, or the longest list. */
export function findListPath(document: unknown): string | null {
  if (Array.isArray(document)) return '$'
  if (typeof document !== 'object' || document === null) return null
  const lists = Object.entries(document).flatMap(([name, value]) => listsIn(name, value))
  const usual = usualNames.flatMap((name) => lists.filter(({ path }) => path === name || path.endsWith(`.${name}`)))
  const longest = lists.toSorted((one, other) => other.length - one.length)
  return (usual[0] ?? longest[0])?.path ?? null
}

/** Lists of objects, at most two levels deep. */
function listsIn(name: string, value: unknown, depth = 0): { path: string; length: number }[] {
  if (!/^[^.[\]"]+$/.test(name)) return []
  if (Array.isArray(value)) {
    const isList = value.length > 0 && typeof value[0] === 'object' && value[0] !== null && !Array.isArray(value[0])
    return isList ? [{ path: name, length: value.length }] : []
  }
  if (depth > 0 || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, child]) =>
    listsIn(inner, child, 1).map(({ path, length }) => ({ path: `${name}.${path}`, length })),
  )
}
