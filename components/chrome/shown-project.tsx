'use client'

import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'

const ShowProject = createContext<(projectId: string | null) => void>(() => {})

/** Which project a screen is about whose address names none, for what stands around it. */
export function ShownProject({ children }: { children: (projectId: string | null) => ReactNode }) {
  const [shown, setShown] = useState<string | null>(null)
  return <ShowProject value={setShown}>{children(shown)}</ShowProject>
}

const useEarlyEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Put on such a screen: the header and the switcher follow it for as long as it is there. */
export function ShowsProject({ id }: { id: string }) {
  const show = useContext(ShowProject)
  useEarlyEffect(() => {
    show(id)
    return () => show(null)
  }, [id, show])
  return null
}
