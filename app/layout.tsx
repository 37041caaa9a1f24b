import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { themeCookie, themeOf } from '@/components/theme/theme'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Storycast', template: '%s · Storycast' },
  description: 'Write once, post to seven networks, never twice.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f6f2' },
    { media: '(prefers-color-scheme: dark)', color: '#131617' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
