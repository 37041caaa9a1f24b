import type { z } from 'zod'
import * as account from '@/lib/account/contract'
import * as accountDeletion from '@/lib/account/deletion/contract'
import * as accountEmail from '@/lib/account/email/contract'
import * as identities from '@/lib/account/identities/contract'
import * as photo from '@/lib/account/photo/contract'
import * as twoFactor from '@/lib/account/two-factor/contract'
import * as analytics from '@/lib/analytics/contract'
import * as boards from '@/lib/boards/contract'
import * as calendar from '@/lib/calendar/contract'
import * as checklist from '@/lib/checklist/contract'
import * as consents from '@/lib/connections/consent-contract'
import * as connections from '@/lib/connections/contract'
import * as connectionHealth from '@/lib/connections/health-contract'
import * as connectionPosts from '@/lib/connections/last-posts-contract'
import * as events from '@/lib/events/contract'
import * as eventPayloads from '@/lib/events/payloads'
import * as health from '@/lib/health/contract'
import * as insights from '@/lib/insights/contract'
import * as invitations from '@/lib/invitations/contract'
import * as emailSettings from '@/lib/mail/settings-contract'
import * as media from '@/lib/media/contract'
import * as uploadSessions from '@/lib/media/sessions/contract'
import * as uploads from '@/lib/media/uploads/contract'
import * as members from '@/lib/members/contract'
import * as notifications from '@/lib/notifications/contract'
import * as password from '@/lib/password/contract'
import * as passwordReset from '@/lib/password-reset/contract'
import * as projects from '@/lib/projects/contract'
import * as projectPause from '@/lib/projects/pause-contract'
import * as queue from '@/lib/queue/contract'
import * as reference from '@/lib/reference/contract'
import * as sessions from '@/lib/sessions/contract'
import * as signUp from '@/lib/sign-up/contract'
import * as stories from '@/lib/stories/contract'
import * as storyRequests from '@/lib/stories/create-contract'
import * as storyReconcile from '@/lib/stories/reconcile-contract'
import * as storyResources from '@/lib/stories/resource-contract'
import * as usualTimes from '@/lib/stories/usual-times-contract'
import * as tokens from '@/lib/tokens/contract'
import * as tracking from '@/lib/tracking/contract'
import * as voice from '@/lib/voice/contract'
import * as webhookAlerts from '@/lib/webhooks/alert-contract'
import * as webhooks from '@/lib/webhooks/contract'
import * as webhookDeliveries from '@/lib/webhooks/delivery-contract'
import type { Contract } from './contract'

/** Where contracts are, in the order in which the reference shows them. A module that is not here has no endpoints. */
const modules = [
  health,
  projects,
  checklist,
  members,
  invitations,
  projectPause,
  connections,
  connectionHealth,
  connectionPosts,
  consents,
  boards,
  stories,
  storyRequests,
  storyReconcile,
  storyResources,
  usualTimes,
  calendar,
  queue,
  media,
  uploads,
  uploadSessions,
  analytics,
  insights,
  tracking,
  voice,
  webhooks,
  webhookDeliveries,
  webhookAlerts,
  events,
  eventPayloads,
  notifications,
  tokens,
  signUp,
  account,
  emailSettings,
  photo,
  identities,
  accountDeletion,
  twoFactor,
  password,
  sessions,
  accountEmail,
  passwordReset,
  reference,
] as const satisfies Record<string, unknown>[]

type Module = (typeof modules)[number]
/** The type of the contract that is exported by this name. */
export type ContractNamed<N extends string> = Extract<Module, Record<N, Contract>>[N]

/** A contract under the name it is exported by, which is the operation's id in the reference. */
export type NamedContract = { name: string; contract: Contract }

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value

const exported = modules.flatMap((module) => Object.entries<unknown>(module))

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A module gives its exports in the order of the alphabet, which means nothing; paths and methods have one of their own. */
const inReadingOrder = (one: NamedContract, other: NamedContract): number =>
  one.contract.path.localeCompare(other.contract.path) ||
  methods.indexOf(one.contract.method) - methods.indexOf(other.contract.method)

/** Every endpoint there is. OpenAPI, the reference page and the tests that must forget none are made from this list. */
export const contracts: readonly NamedContract[] = modules.flatMap((module) =>
  Object.entries<unknown>(module)
    .flatMap(([name, value]) => (isContract(value) ? [{ name, contract: value }] : []))
    .sort(inReadingOrder),
)

/** Shapes with a name of their own: what a contract module exports with a capital letter. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  exported.flatMap(([name, value]): [z.ZodType, string][] =>
    /^[A-Z]/.test(name) && isSchema(value) ? [[value, name]] : [],
  ),
)
