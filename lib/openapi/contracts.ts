import type { z } from 'zod'
import type { Contract } from '@/lib/api/contract'
import * as contractModules from './contract-modules'
import * as eventModules from './event-modules'

type Module = (typeof contractModules)[keyof typeof contractModules]
/** The type of the contract with this export name. */
export type ContractNamed<N extends string> = Extract<Module, Record<N, Contract>>[N]

/** A contract and its export name, which is the `operationId`. */
export type NamedContract = { name: string; contract: Contract }

/** The order of the reference. Other tags come last. */
const tags = [
  'Health',
  'Projects',
  'Members',
  'Invitations',
  'Connections',
  'Stories',
  'Comments',
  'Review links',
  'Templates',
  'Hashtag sets',
  'Calendar notes',
  'Recurring posts',
  'Queue',
  'Media',
  'Brand voice',
  'Pillars',
  'Tracking',
  'Captions',
  'AI',
  'Connectors',
  'Automations',
  'Analytics',
  'Insights',
  'Moments',
  'Recommendations',
  'Webhooks',
  'Events',
  'Notifications',
  'Tokens',
  'OAuth apps',
  'Accounts',
  'Reference',
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const placeOf = (tag: string): number => (tags.includes(tag) ? tags.indexOf(tag) : tags.length)

const byTagAndPath = ({ contract: one }: NamedContract, { contract: other }: NamedContract): number =>
  placeOf(one.tag) - placeOf(other.tag) ||
  one.path.localeCompare(other.path) ||
  methods.indexOf(one.method) - methods.indexOf(other.method)

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

const exportsOf = (modules: Record<string, object>): [string, unknown][] =>
  Object.values(modules).flatMap((module): [string, unknown][] => Object.entries(module))

/** Every endpoint. OpenAPI, the reference and many tests use this list. */
export const contracts: readonly NamedContract[] = exportsOf(contractModules)
  .flatMap(([name, value]) => (isContract(value) ? [{ name, contract: value }] : []))
  .sort(byTagAndPath)

/** Named schemas: the capitalized exports of contract and event modules. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  [...exportsOf(contractModules), ...exportsOf(eventModules)].flatMap(([name, value]): [z.ZodType, string][] =>
    /^[A-Z]/.test(name) && isSchema(value) ? [[value, name]] : [],
  ),
)
