import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { themeCookie, themeOf } from '@/components/theme/theme'
import { fontClasses } from './fonts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Storycast', template: '%s · Storycast' },
  description: 'Write once, publish to seven networks, without duplicates.',
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
      <body>{children}</body>
    </html>
  )
}
