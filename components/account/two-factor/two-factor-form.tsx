'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { signInErrorText, signInWithCode } from '../auth/sign-in'
import { useRequest } from '../use-request'
import { CodeField } from './code-field'

/** Second step of a sign-in. A cookie holds the first step for five minutes, so reloading the page is safe. */
export function TwoFactorForm({ next, isRecovery }: { next: string; isRecovery: boolean }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isBusy } = useRequest()
  const submit = (fields: FormData): Promise<void> =>
    run(async () => {
      setProblem(null)
      const errorCode = await signInWithCode(String(fields.get('code')))
      if (errorCode !== null && errorCode !== 'expired') return setProblem(signInErrorText(errorCode))
      window.location.assign(errorCode ? `/sign-in?${new URLSearchParams({ next, error: errorCode })}` : next)
      return 'leaving'
    })
  return (
    <Form onSubmit={submit}>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      {isRecovery ? (
        <CodeField key="recovery" label="Recovery code" hint="One of the ten codes you saved." anyCode autoFocus />
      ) : (
        <CodeField key="app" label="Code" hint="Six digits from your authenticator app." autoFocus />
      )}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Sign in
      </Button>
    </Form>
  )
}
