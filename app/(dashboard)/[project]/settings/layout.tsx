import type { ReactNode } from 'react'
import { SettingsFrame } from '@/components/navigation/settings-frame'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  const { project } = await params
  return <SettingsFrame projectId={project}>{children}</SettingsFrame>
}
