import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Frame } from '@/components/reference/frame'
import { themeCookie, themeOf } from '@/components/theme/theme'
import { openApiDocument } from '@/lib/api/openapi'

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <Frame document={openApiDocument()} theme={theme}>
      {children}
    </Frame>
  )
}
