import { type LucideIcon, MessageSquareWarning, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { explanationOf, type VoiceFinding } from '@/components/composer/checks/brand-voice'

type Props = {
  variables: readonly string[]
  voice: readonly Pick<VoiceFinding, 'type' | 'value' | 'start'>[]
}

/** Problems of the text: its variables, and where the next post breaks the brand voice. */
export function TextNotes({ variables, voice }: Props) {
  if (variables.length + voice.length === 0) return null
  return (
    <ul aria-label="Problems of the text" className="-mt-2 flex flex-col gap-1 text-sm text-warn">
      {variables.map((problem) => (
        <Note key={problem} Icon={TriangleAlert}>
          {problem}
        </Note>
      ))}
      {voice.map(({ type, value, start }) => (
        <Note key={`${type} ${start}`} Icon={MessageSquareWarning}>
          “<span className="underline decoration-wavy underline-offset-2">{value}</span>” {explanationOf(type)}
        </Note>
      ))}
    </ul>
  )
}

const Note = ({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) => (
  <li className="flex items-start gap-1.5">
    <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)
