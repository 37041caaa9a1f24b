import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Notification as Notice } from '@/lib/notifications/contract'
import { addressOf, titleOf } from './say'

type Ways = {
  toast: (text: ReactNode, tone: 'bad') => void
  go: (address: string) => void
  pathname: string
  isOnDesktop: boolean
}

/** So many are told one by one; when a whole network is away nobody wants forty of them. */
const toldEach = 2

/** Tells of what has just come. Who is on the page of the story sees it there. */
export function announce(fresh: readonly Notice[], { toast, go, pathname, isOnDesktop }: Ways): void {
  const elsewhere = fresh.filter((one) => addressOf(one).split('#')[0] !== pathname)
  if (elsewhere.length > toldEach) {
    const address = `/${elsewhere[0]?.project_id}/notifications`
    toast(<Told address={address} text={`${elsewhere.length} new notifications`} />, 'bad')
  } else {
    for (const one of elsewhere) toast(<Told address={addressOf(one)} text={titleOf(one)} />, 'bad')
  }
  if (isOnDesktop && document.hidden) for (const one of fresh) tellDesktop(one, go)
}

const Told = ({ address, text }: { address: string; text: string }) => (
  <Link href={address} className="font-medium underline wrap-anywhere">
    {text}
  </Link>
)

/** Of two windows that tell the same, the browser shows one: the tag is that of the news. */
function tellDesktop(one: Notice, go: (address: string) => void): void {
  const shown = new Notification(titleOf(one), { tag: one.id, body: one.reason ?? '', icon: '/icon.svg' })
  shown.onclick = () => {
    window.focus()
    go(addressOf(one))
    shown.close()
  }
}
