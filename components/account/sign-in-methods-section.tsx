'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { deleteIdentity, listIdentities } from '@/lib/openapi/operations.generated'
import { AccountSection } from './account-section'
import { ProviderIcon, type ProviderId, providerNames } from './auth/sign-in-providers'

type Identities = AnswerTo<typeof listIdentities>
type Identity = Identities['identities'][number]

const key = ['account', 'identities']

export function SignInMethodsSection({ initial, offered }: { initial: Identities; offered: readonly ProviderId[] }) {
  const [removing, setRemoving] = useState<Identity | null>(null)
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: key, queryFn: () => call(listIdentities, {}), initialData: initial })
  return (
    <AccountSection title="Connected sign-in methods">
      {data.identities.length === 0 ? (
        <p className="text-ink-soft">
          None yet. Sign in with {offered.map((id) => providerNames[id]).join(' or ')} once, with the same email, to
          connect it.
        </p>
      ) : (
        <ul className="-mx-5 divide-y divide-line border-y border-line">
          {data.identities.map((identity) => (
            <li key={identity.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
              <ProviderIcon id={identity.provider} />
              <div className="min-w-0 flex-1 basis-44">
                <p className="font-medium">{providerNames[identity.provider]}</p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {identity.email} · last used <Time at={identity.last_used_at} style="date" />
                </p>
              </div>
              <Button isSmall onClick={() => setRemoving(identity)}>
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title={`Disconnect ${providerNames[removing.provider]}?`}
          confirmLabel="Disconnect"
          cancelLabel="Cancel"
          onConfirm={async () => {
            await call(deleteIdentity, { id: removing.id })
            await queries.invalidateQueries({ queryKey: key })
          }}
          onClose={() => setRemoving(null)}
        >
          <p>You can no longer sign in with {removing.email}.</p>
        </ConfirmDialog>
      )}
    </AccountSection>
  )
}
