'use client'

import { useEffect, useRef, useState } from 'react'
import { stream } from '@/lib/api/client'
import type { AnswerTo, RequestTo } from '@/lib/api/operation'
import { rewriteCaption } from '@/lib/openapi/operations.generated'

type Result = AnswerTo<typeof rewriteCaption>
type Part = { type: 'text'; text: string } | { type: 'restarted' } | ({ type: 'done' } & Result)

/** `text` grows while the model writes. `result` is the checked text. */
type State = { isWriting: boolean; text: string; result: Result | null; error: unknown }

const idle: State = { isWriting: false, text: '', result: null, error: null }

/** A rewritten text that appears while it is written. Leaving the page, or a new start, cancels it. */
export function useRewrite() {
  const [state, setState] = useState<State>(idle)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (input: RequestTo<typeof rewriteCaption>): Promise<void> => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState({ ...idle, isWriting: true })
    try {
      for await (const part of stream<Part>(rewriteCaption, input, mine.signal)) {
        if (part.type === 'text') setState((now) => ({ ...now, text: now.text + part.text }))
        else if (part.type === 'restarted') setState((now) => ({ ...now, text: '' }))
        else setState({ ...idle, text: part.caption, result: part })
      }
    } catch (error) {
      if (!mine.signal.aborted) setState({ ...idle, error })
    }
  }
  const stop = (): void => {
    running.current?.abort()
    setState(idle)
  }
  return { ...state, start, stop }
}
