import { expect, inject, test } from 'vitest'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import type { Role } from '@/lib/auth/roles'
import { scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { approveQueueItem } from '@/lib/queue/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api } from '@/tests/support/api'
import { aMember } from '@/tests/support/people'
import { signedIn } from '@/tests/support/session'
import { aTenant, type Tenant } from '@/tests/support/tenant'
import { inputOf, takesProject, thingsIn } from './endpoint-inputs'

const scoped = contracts.filter(({ contract }) => !['public', 'any', 'session'].includes(contract.scope))
const token = async (userId: string, projectId: string | null): Promise<Api> => {
  const { token } = await mintToken(database(), { userId, projectId, name: 'test', scopes })
  return new Api(inject('productUrl'), token)
}

/** The request of an endpoint, about the things of this tenant. */
function inputFor(one: NamedContract, { ids, projectId }: Tenant): Record<string, unknown> {
  const own = Object.fromEntries(thingsIn(one.contract).map(([name, thing]) => [name, ids[thing ?? 'story']]))
  const input = inputOf(one, own)
  return takesProject(one.contract) ? { ...input, project_id: projectId } : input
}

const isRefused = async (api: Api, one: NamedContract, tenant: Tenant): Promise<boolean> =>
  (await api.send(one.contract, inputFor(one, tenant))).status === 403

/** Endpoints that change something by id get things of their own, so that no call removes what the next needs. */
const needsOwnTenant = ({ contract }: NamedContract): boolean => contract.method !== 'GET' && Boolean(contract.params)

/** Names of the endpoints that refuse this role, for a session and for tokens of all scopes. */
async function refusalsOf(role: Role): Promise<Record<'session' | 'bound token' | 'account token', string[]>> {
  const shared = await aTenant()
  const refusals = { session: [], 'bound token': [], 'account token': [] } as Record<string, string[]>
  for (const one of scoped) {
    const tenant = needsOwnTenant(one) ? await aTenant() : shared
    const { userId } = await aMember(tenant.projectId, role)
    const callers = {
      // Tokens first: what they wrongly did would otherwise be hidden behind what the session did.
      'bound token': await token(userId, tenant.projectId),
      'account token': await token(userId, null),
      session: await signedIn(userId),
    }
    for (const [caller, api] of Object.entries(callers)) {
      if (await isRefused(api, one, tenant)) refusals[caller]?.push(one.name)
    }
  }
  return refusals as Awaited<ReturnType<typeof refusalsOf>>
}

test.each(['viewer', 'editor'] as const)(
  'a token of every scope may do what its owner, who is %s, may do in a session, and no more',
  async (role) => {
    const { session, ...tokens } = await refusalsOf(role)
    expect(tokens['account token']).toEqual(session)
    // A bound token is refused more: an endpoint over all projects is about its one project.
    expect(tokens['bound token']).toEqual(expect.arrayContaining(session))
    const beyondEditors = ['approveQueueItem', 'rejectQueueItem', 'pauseProject', 'resumeProject', 'createConnection']
    expect(session).toEqual(expect.arrayContaining(beyondEditors))
  },
)

test('403 with the role for the token of an editor, and from the next request on after the role was lowered', async () => {
  const tenant = await aTenant()
  const { userId } = await aMember(tenant.projectId, 'admin')
  const api = await token(userId, tenant.projectId)
  await database().updateTable('project_members').set({ role: 'editor' }).where('user_id', '=', userId).execute()
  const { error } = await api.refused(approveQueueItem, { id: tenant.ids.item })
  expect(error).toEqual({
    code: 'insufficient_scope',
    message: "The token's owner is editor in this project; this takes admin or above.",
  })
})
