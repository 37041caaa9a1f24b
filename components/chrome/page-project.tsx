'use client'

import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'

const PageProjectContext = createContext<(projectId: string | null) => void>(() => {})

/** Provides the project of a screen without a project in its URL, for the navigation. */
export function PageProjectProvider({ children }: { children: (projectId: string | null) => ReactNode }) {
  const [project, setProject] = useState<string | null>(null)
  return <PageProjectContext value={setProject}>{children(project)}</PageProjectContext>
}

const useEarlyEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Render this on such a screen to set its project. */
export function SetPageProject({ id }: { id: string }) {
  const setProject = useContext(PageProjectContext)
  useEarlyEffect(() => {
    setProject(id)
    return () => setProject(null)
  }, [id, setProject])
  return null
}
