import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { RegisterWorker } from '@/components/pwa/register-worker'
import { themeCookie, themeOf } from '@/components/theme/theme'
import { env } from '@/lib/env'
import { fontClasses } from './fonts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Storycast', template: '%s · Storycast' },
  description: 'Write once, publish to seven networks, without duplicates.',
  appleWebApp: { capable: true, title: 'Storycast' },
  icons: { apple: '/icons/apple-touch-icon.png' },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafa' },
    { media: '(prefers-color-scheme: dark)', color: '#121214' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <html
      lang="en"
      className={fontClasses}
      data-theme={theme === 'system' ? undefined : theme}
      suppressHydrationWarning
    >
      <body>
        {children}
        {/* In development, the names of files do not change with their content. */}
        {env().NODE_ENV === 'production' && <RegisterWorker />}
      </body>
    </html>
  )
}
