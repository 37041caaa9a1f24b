'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { answerWithCode, sayRefusal } from '../sign-in'
import { CodeField } from './code-field'

/** Second step of a sign-in. The first step is remembered in a cookie for five minutes, so a reload does no harm. */
export function TwoFactorForm({ next, isRecovery }: { next: string; isRecovery: boolean }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (form: FormData): Promise<void> => {
    setIsBusy(true)
    setProblem(null)
    const refusal = await answerWithCode(String(form.get('code')))
    if (refusal === null) return window.location.assign(next)
    if (refusal === 'expired')
      return window.location.assign(`/sign-in?${new URLSearchParams({ next, error: refusal })}`)
    setProblem(sayRefusal(refusal))
    setIsBusy(false)
  }
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
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
    </form>
  )
}
