import { CopyButton } from '@/components/ui/copy-button'
import { ScrollRegion } from '@/components/ui/scroll-region'

/** Code with a copy button. Scrolls independently, also with the keyboard. */
export function CodeBlock({ title, of, text }: { title: string; of: string; text: string }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-3 text-sm font-medium text-ink-soft">
        {title}
        <CopyButton text={text} />
      </figcaption>
      <ScrollRegion label={`${title}: ${of}`} className="max-h-96 overflow-auto p-3 focus-visible:-outline-offset-2">
        <pre className="font-mono text-[0.8125rem] leading-relaxed">{text}</pre>
      </ScrollRegion>
    </figure>
  )
}
