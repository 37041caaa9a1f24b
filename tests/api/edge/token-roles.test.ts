import { expect, inject, test } from 'vitest'
import { scopesOfRole } from '@/lib/auth/roles'
import { type Scope, scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { approveQueueItem } from '@/lib/queue/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api } from '@/tests/support/api/api'
import { inputOf, takesProject, thingsIn } from '@/tests/support/api/endpoint-inputs'
import { aMember } from '@/tests/support/api/members'
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

const isRefused = async (api: Api, one: NamedContract, tenant: Tenant): Promise<boolean> =>
  (await api.send(one.contract, inputFor(one, tenant))).status === 403

/** True if an allowed call may have removed or changed data of the next calls. */
const changesThings = ({ contract }: NamedContract): boolean => contract.method !== 'GET' && Boolean(contract.params)

/** Of a user, not of a project: others get 404, or an empty result. */
const personal = ['getConsent', 'chooseAccount', 'readWebhookAlerts', 'updateSavedSearch', 'deleteSavedSearch']

test.each(['viewer', 'editor'] as const)(
  'a %s is refused what the role does not allow, in a session and with a token',
  async (role) => {
    const refusedInSession: string[] = []
    const allowedToTokens: string[] = []
    let tenant = await aTenant()
    let { userId } = await aMember(tenant.projectId, role)
    for (const one of scoped) {
      if (await isRefused(await signedIn(userId), one, tenant)) {
        refusedInSession.push(one.name)
        const tokens = { bound: await token(userId, tenant.projectId), account: await token(userId, null) }
        for (const [kind, api] of Object.entries(tokens)) {
          if (!(await isRefused(api, one, tenant))) allowedToTokens.push(`${one.name} (${kind})`)
        }
      } else if (changesThings(one)) {
        tenant = await aTenant()
        userId = (await aMember(tenant.projectId, role)).userId
      }
    }
    expect(allowedToTokens).toEqual([])
    const forAdmins = ['approveQueueItem', 'rejectQueueItem', 'pauseProject', 'resumeProject', 'putVoiceRules']
    const beyondRole = scoped.filter(({ contract }) => !scopesOfRole[role].has(contract.scope as Scope))
    const expected = [...forAdmins, ...beyondRole.map(({ name }) => name)].filter((name) => !personal.includes(name))
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
