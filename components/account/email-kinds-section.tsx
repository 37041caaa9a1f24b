'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { CheckField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { subscriptionMails } from '@/lib/mail/kinds'
import { getEmailSettings, updateEmailSettings } from '@/lib/openapi/operations.generated'
import { AccountSection } from './account-section'

type Settings = AnswerTo<typeof getEmailSettings>

const key = ['email-settings']

/** Emails the user receives. Each switch is saved immediately. */
export function EmailKindsSection({ initial }: { initial: Settings }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getEmailSettings, {}, { signal }),
    initialData: initial,
    staleTime: 60_000,
  })
  const { mutate, error } = useMutation({
    mutationFn: (muted_kinds: Settings['muted_kinds']) => call(updateEmailSettings, { muted_kinds }),
    onMutate: (muted_kinds) => {
      queries.setQueryData<Settings>(key, (before) => before && { ...before, muted_kinds })
      return { before: data }
    },
    onError: (_, __, context) => queries.setQueryData(key, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const choose = (kind: Settings['kinds'][number], isOn: boolean): void =>
    mutate(isOn ? data.muted_kinds.filter((other) => other !== kind) : [...data.muted_kinds, kind])
  return (
    <AccountSection title="Email" description={<>Sent to {data.address}, for all of your projects.</>}>
      {!data.is_configured && (
        <Notice tone="warn" title="Email is not set up">
          <p>
            Password reset, email confirmation, invitation emails and the emails below need a mail server. Ask your
            administrator to set SMTP_URL.
          </p>
        </Notice>
      )}
      {error && <ErrorNote error={error} title="Not saved" />}
      {data.kinds.length === 0 && <p>Join a project to choose emails.</p>}
      <div className="flex flex-col gap-3">
        {data.kinds.map((kind) => (
          <CheckField
            key={kind}
            label={subscriptionMails[kind].label}
            hint={subscriptionMails[kind].hint}
            checked={!data.muted_kinds.includes(kind)}
            onChange={(event) => choose(kind, event.target.checked)}
          />
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        Emails about your password, your email address and your sign-in are always sent.
      </p>
    </AccountSection>
  )
}
