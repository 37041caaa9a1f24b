import { channelIds } from '@/lib/channel-ids'
import type { NamedContract } from '@/lib/openapi/contracts'
import { type Member, membersOf, withMember } from './contract-members'

/** Repeated many times, each of these made a text function slow or makes regular expressions backtrack. */
export const hostileUnits: Record<string, string> = {
  'a.': 'a.',
  '.a': '.a',
  'www.': 'www.',
  'é.': 'é.',
  '漢.': '漢.',
  'a.co': 'a.co ',
  'a-': 'a-',
  mentions: '@a',
  hashtags: '#a ',
  cashtags: '$a ',
  schemes: 'http://',
  'addresses without end': 'http://a.a',
  entities: 'amp;',
  'open tokens': '{{',
  tokens: '{{a}}',
  'joined emoji': '👩‍👩‍👧',
  'joiners alone': '\u200d👩',
  flags: '🇩🇪',
  'combining marks': '\u0301',
  capitals: 'A ',
  'exclamation marks': '!',
  spaces: ' ',
  newlines: '\n',
  'carriage returns': '\r\n',
  parentheses: '(((',
  brackets: '<a><b>',
  'right to left': '\u202e\u05d0',
  quotes: '\\"',
  asterisks: '*_`[](',
}

/** One for each kind of text function. The others are variants. */
export const hostileKinds = ['a.', 'www.', '漢.', 'hashtags', 'entities', 'tokens', 'joined emoji', 'spaces']

/** A long text of one unit, with a letter, as fields must not be blank. */
export const hostileText = (unit: string, length: number): string => {
  const text = `&b${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length)
  // Half a surrogate pair is refused before the text is read.
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

/** Enough for three of the largest fields. A slow function shows at a third of that. */
const bodyBytesMax = 300_000
const queryLengthMax = 2_000
const largeLength = 20_000

const isText = ({ schema }: Member): boolean =>
  schema.type === 'string' &&
  schema.enum === undefined &&
  schema.const === undefined &&
  !['uuid', 'date-time', 'date'].includes(String(schema.format))

const lengthOf = ({ schema }: Member): number => Number(schema.maxLength ?? 100_000)

const textOf = ({ schema }: Member, unit: string, length: number): string =>
  schema.format === 'uri' ? `http://a.example/${hostileText(unit, Math.min(length, 2_000))}` : hostileText(unit, length)

const inputMembers = ({ contract }: NamedContract): Member[] =>
  contract.method === 'GET' || contract.method === 'DELETE'
    ? membersOf(contract.query)
    : membersOf(contract.referenceBody ?? contract.body)

export const takesText = (one: NamedContract): boolean => inputMembers(one).some(isText)

/**
 * Requests with hostile texts: in all text members, in all with single characters in the short ones, and in each
 * large top-level member separately. Lists of objects are filled up.
 *
 * @param input a request that the endpoint accepts
 */
export function hostileRequests(one: NamedContract, unit: string, input: Record<string, unknown>): unknown[] {
  const members = inputMembers(one)
  const isQuery = one.contract.method === 'GET' || one.contract.method === 'DELETE'
  const budget = isQuery ? queryLengthMax : bodyBytesMax
  const base = members
    .filter(({ schema }) => schema.const !== undefined)
    .reduce<unknown>((all, { path, schema }) => withMember(all, path, schema.const), everyChannel(members, input))
  const together = (shortest: number) => {
    let left = budget
    return members.filter(isText).reduce<unknown>((all, member) => {
      const isShort = lengthOf(member) <= 100
      const value = textOf(member, unit, Math.min(isShort ? shortest : lengthOf(member), Math.max(left, 1)))
      left -= JSON.stringify(value).length * 3
      return withMember(all, member.path, value)
    }, base)
  }
  // An invalid cursor is refused before the rest of a query is read.
  const large = members.filter((member) => isText(member) && (isQuery || lengthOf(member) >= largeLength))
  const depth = Math.min(...large.map(({ path }) => path.length))
  const alone = large
    .filter(({ path }) => path.length === depth)
    .map((member) =>
      withMember(everyChannel(members, input), member.path, textOf(member, unit, Math.min(lengthOf(member), budget))),
    )
  return [together(100), together(1), ...alone].map((request) => filled(request, budget))
}

/** Selects all channels, so that the rules of each read the text. */
function everyChannel(members: Member[], input: unknown): unknown {
  const channels = members.filter(({ path }) => path.at(-2) === 'channels' && path.at(-1) === '0')
  return channels.reduce((all, { path }) => withMember(all, path.slice(0, -1), [...channelIds]), input)
}

/** Fills a list of one object with copies, up to the maximum size. */
function filled(request: unknown, budget: number): unknown {
  const entries = Object.entries(request as Record<string, unknown>).map(([name, value]) => {
    if (!Array.isArray(value) || value.length !== 1 || typeof value[0] !== 'object') return [name, value]
    const bytes = Buffer.byteLength(JSON.stringify(value[0]))
    return [name, Array.from({ length: Math.max(1, Math.min(50, Math.floor(budget / bytes))) }, () => value[0])]
  })
  return Object.fromEntries(entries)
}
