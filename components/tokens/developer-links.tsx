import { BookOpen, FileJson, type LucideIcon, Radio, Webhook } from 'lucide-react'
import Link from 'next/link'
import { CopyButton } from '@/components/ui/copy-button'

type DeveloperLink = { href: string; Icon: LucideIcon; title: string; text: string }

const linksFor = (projectId: string | null): DeveloperLink[] => [
  { href: '/docs', Icon: BookOpen, title: 'API reference', text: 'Every endpoint with its parameters and responses.' },
  {
    href: '/docs/webhook-events',
    Icon: Radio,
    title: 'Webhook events',
    text: 'When each event is sent, its body and its signature.',
  },
  ...(projectId
    ? [
        {
          href: `/${projectId}/webhooks`,
          Icon: Webhook,
          title: 'Webhook endpoints',
          text: 'Get notified when something happens.',
        },
      ]
    : []),
  {
    href: '/api/v1/openapi.json',
    Icon: FileJson,
    title: 'OpenAPI document',
    text: 'Generate a client in your language.',
  },
]

/** Links to the API documentation. */
export function DeveloperLinks({ currentId, baseUrl }: { currentId: string | null; baseUrl: string }) {
  return (
    <section aria-labelledby="developer-links" className="flex flex-col gap-3">
      <h2 id="developer-links" className="font-semibold">
        Build with the API
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-ink-soft">Base URL</span>
        <code className="rounded-lg bg-sunken px-2 py-1 font-mono text-sm break-all select-all">{baseUrl}/api/v1</code>
        <CopyButton text={`${baseUrl}/api/v1`} label="Copy URL" />
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {linksFor(currentId).map(({ href, Icon, title, text }) => (
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
