import { expect, inject, test } from 'vitest'
import { scopesOfRole } from '@/lib/auth/roles'
import { type Scope, scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { approveQueueItem } from '@/lib/queue/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api } from '@/tests/support/api/api'
import { inputOf } from '@/tests/support/api/endpoint-inputs'
import { aMember } from '@/tests/support/api/members'
import { takesProject, thingsIn } from '@/tests/support/api/path-resources'
import { signedIn } from '@/tests/support/api/session'
import { aTenant, type Tenant } from '@/tests/support/api/tenant'

const scoped = contracts.filter(({ contract }) => !['public', 'any', 'session'].includes(contract.scope))
const token = async (userId: string, projectId: string | null): Promise<Api> => {
  const { token } = await mintToken(database(), { userId, projectId, name: 'test', scopes })
  return new Api(inject('productUrl'), token)
}

/** A request with the ids of this tenant. */
function inputFor(one: NamedContract, { ids, projectId }: Tenant): Record<string, unknown> {
  const own = Object.fromEntries(thingsIn(one.contract).map(([name, thing]) => [name, ids[thing ?? 'story']]))
  const input = inputOf(one, own)
  return takesProject(one.contract) ? { ...input, project_id: projectId } : input
}

const statusOf = async (api: Api, one: NamedContract, tenant: Tenant): Promise<number> =>
  (await api.send(one.contract, inputFor(one, tenant))).status

/** Of a user, not of a project: others get 404, or an empty result. */
const personal = ['getConsent', 'chooseAccount', 'readWebhookAlerts', 'updateSavedSearch', 'deleteSavedSearch']

/** Viewers comment too. Their token still needs the scope to write. */
const forEveryMember = ['createStoryComment']

test.each(['viewer', 'editor'] as const)(
  'a %s is refused what the role does not allow, in a session and with a token',
  async (role) => {
    const refusedInSession: string[] = []
    const allowedToTokens: string[] = []
    const aWorld = async () => {
      const tenant = await aTenant()
      const { userId } = await aMember(tenant.projectId, role)
      const tokens = { bound: await token(userId, tenant.projectId), account: await token(userId, null) }
      return { tenant, session: await signedIn(userId), tokens }
    }
    let world = await aWorld()
    let hasChanged = false
    for (const [index, one] of scoped.entries()) {
      let status = await statusOf(world.session, one, world.tenant)
      // An earlier call may have removed what this one names.
      if (status === 404 && hasChanged) {
        world = await aWorld()
        hasChanged = false
        status = await statusOf(world.session, one, world.tenant)
      }
      hasChanged ||= status < 400 && one.contract.method !== 'GET'
      if (status !== 403) continue
      refusedInSession.push(one.name)
      // In turn: both kinds of token have the same check.
      const kind = index % 2 === 0 ? 'bound' : 'account'
      if ((await statusOf(world.tokens[kind], one, world.tenant)) !== 403) allowedToTokens.push(`${one.name} (${kind})`)
    }
    expect(allowedToTokens).toEqual([])
    const forAdmins = ['approveQueueItem', 'rejectQueueItem', 'pauseProject', 'resumeProject', 'putVoiceRules']
    const beyondRole = scoped.filter(({ contract }) => !scopesOfRole[role].has(contract.scope as Scope))
    const isExpected = (name: string): boolean => !personal.includes(name) && !forEveryMember.includes(name)
    const expected = [...forAdmins, ...beyondRole.map(({ name }) => name)].filter(isExpected)
    expect(expected.filter((name) => !refusedInSession.includes(name))).toEqual([])
  },
)

test('403 naming the role for an editor’s token, immediately after the role was lowered', async () => {
  const tenant = await aTenant()
  const { userId } = await aMember(tenant.projectId, 'admin')
  const api = await token(userId, tenant.projectId)
  await database().updateTable('project_members').set({ role: 'editor' }).where('user_id', '=', userId).execute()
  const { error } = await api.refused(approveQueueItem, { id: tenant.ids.item })
  expect(error).toEqual({
    code: 'insufficient_scope',
    message: "The token's owner is editor in this project. This requires admin or above.",
  })
})
