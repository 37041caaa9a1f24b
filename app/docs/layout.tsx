import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ReferenceLayout } from '@/components/reference/reference-layout'
import { themeCookie, themeOf } from '@/components/theme/theme'
import { openApiDocument } from '@/lib/openapi/openapi'

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <ReferenceLayout document={openApiDocument()} theme={theme}>
      {children}
    </ReferenceLayout>
  )
}
