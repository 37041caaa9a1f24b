import { BookOpen, FileJson, type LucideIcon, Radio, Webhook } from 'lucide-react'
import Link from 'next/link'
import { CopyButton } from '@/components/ui/copy-button'

type Way = { href: string; Icon: LucideIcon; title: string; text: string }

const ways = (projectId: string | null): Way[] => [
  { href: '/docs', Icon: BookOpen, title: 'API reference', text: 'Every endpoint, with what it takes and answers.' },
  {
    href: '/docs/webhook-events',
    Icon: Radio,
    title: 'Webhook events',
    text: 'What is sent when, and the headers that sign it.',
  },
  ...(projectId
    ? [
        {
          href: `/${projectId}/webhooks`,
          Icon: Webhook,
          title: 'Webhook endpoints',
          text: 'Addresses of yours that are told of what happens.',
        },
      ]
    : []),
  {
    href: '/api/v1/openapi.json',
    Icon: FileJson,
    title: 'OpenAPI document',
    text: 'The same as the reference, for generators of clients.',
  },
]

/** Where whoever has a token goes next. */
export function BuildOn({ currentId, baseUrl }: { currentId: string | null; baseUrl: string }) {
  return (
    <section aria-labelledby="build-on" className="flex flex-col gap-3">
      <h2 id="build-on" className="font-semibold">
        What to build on
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-ink-soft">The API is at</span>
        <code className="rounded-lg bg-sunken px-2 py-1 font-mono text-sm break-all select-all">{baseUrl}/api/v1</code>
        <CopyButton text={`${baseUrl}/api/v1`} label="Copy address" />
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {ways(currentId).map(({ href, Icon, title, text }) => (
          <li key={href} className="panel relative flex flex-col gap-1 p-4 hover:bg-quiet-wash">
            <Icon aria-hidden size={18} className="text-ink-soft" />
            <Link href={href} prefetch={false} className="font-medium after:absolute after:inset-0">
              {title}
            </Link>
            <p className="text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
