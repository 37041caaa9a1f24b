'use client'

import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './button'

/** `bad` is for background failures. */
type ToastTone = 'good' | 'bad'
/** A button that takes the action back. */
type Undo = {
  label: string
  onUndo: () => void
  /** The toast ended without it: it timed out, was dismissed or made room for newer ones. */
  onEnd?: () => void
}
type Toast = { id: number; text: ReactNode; tone: ToastTone; undo: Undo | undefined }
/** Returns a function that closes the toast without calling `onEnd`. */
type Show = (text: ReactNode, tone?: ToastTone, undo?: Undo) => () => void

const ToastContext = createContext<Show>(() => () => {})

/** Shows that an action succeeded. Show errors of an action next to it, not in a toast. */
export const useToast = (): Show => useContext(ToastContext)

type Hosts = readonly HTMLElement[]
const ToastHostContext = createContext<(change: (hosts: Hosts) => Hosts) => void>(() => {})

/** Shows toasts inside a modal dialog while it is the topmost one: the rest of the page cannot be clicked. */
export function useToastHost(dialog: HTMLElement | null): void {
  const change = useContext(ToastHostContext)
  useEffect(() => {
    if (!dialog) return
    change((hosts) => [...hosts, dialog])
    return () => change((hosts) => hosts.filter((host) => host !== dialog))
  }, [dialog, change])
}

/** Holds the list of toasts. Not a value of a context: a change would reset pages that are not hydrated yet. */
class ToastPlace {
  private element: HTMLElement | null = null
  private readonly listeners = new Set<() => void>()
  set = (element: HTMLElement | null): void => {
    this.element = element
    for (const listener of this.listeners) listener()
  }
  get = (): HTMLElement | null => this.element
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

const ToastPlaceContext = createContext(new ToastPlace())

/** The list of toasts, for longer-lived ones. Null until it is shown. */
export function useToastPlace(): HTMLElement | null {
  const place = useContext(ToastPlaceContext)
  return useSyncExternalStore(place.subscribe, place.get, () => null)
}

const shownMs = 8_000
const shownMax = 3

/** Toasts stay while hovered or focused. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [hosts, setHosts] = useState<Hosts>([])
  const host = hosts.at(-1)
  const [place] = useState(() => new ToastPlace())
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  // What is shown, before React renders it.
  const current = useRef<readonly Toast[]>([])
  const next = useRef(0)
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const close = useCallback((id: number): Toast | undefined => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    const closed = current.current.find((toast) => toast.id === id)
    current.current = current.current.filter((toast) => toast !== closed)
    setToasts(current.current)
    return closed
  }, [])
  const end = useCallback((id: number): void => close(id)?.undo?.onEnd?.(), [close])
  const wait = useCallback(
    (id: number): void => {
      clearTimeout(timers.current.get(id))
      timers.current.set(
        id,
        setTimeout(() => end(id), shownMs),
      )
    },
    [end],
  )
  const pauseTimer = (id: number): void => clearTimeout(timers.current.get(id))
  const show = useMemo<Show>(
    () =>
      (text, tone = 'good', undo) => {
        const id = ++next.current
        for (const { id: oldest } of current.current.slice(0, 1 - shownMax)) end(oldest)
        current.current = [...current.current, { id, text, tone, undo }]
        setToasts(current.current)
        wait(id)
        return () => void close(id)
      },
    [close, end, wait],
  )
  const list = (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-(--toast-bottom) z-40 flex flex-col items-center gap-2 md:right-6 md:left-auto md:items-end"
    >
      <ul ref={place.set} className="contents">
        {toasts.map(({ id, text, tone, undo }) => (
          <li
            key={id}
            onPointerEnter={() => pauseTimer(id)}
            onPointerLeave={() => wait(id)}
            onFocus={() => pauseTimer(id)}
            onBlur={() => wait(id)}
            className="pointer-events-auto flex max-w-md items-center gap-3 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-lg"
          >
            {tone === 'good' ? (
              <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
            ) : (
              <CircleAlert aria-hidden size={18} className="shrink-0 text-bad" />
            )}
            <div className="min-w-0 flex-1">{text}</div>
            {undo && (
              <Button
                isSmall
                tone="ghost"
                onClick={() => {
                  close(id)
                  undo.onUndo()
                }}
              >
                {undo.label}
              </Button>
            )}
            <IconButton label="Dismiss" onClick={() => end(id)}>
              <X aria-hidden size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
  return (
    <ToastContext value={show}>
      <ToastHostContext value={setHosts}>
        <ToastPlaceContext value={place}>{children}</ToastPlaceContext>
      </ToastHostContext>
      {host ? createPortal(list, host) : list}
    </ToastContext>
  )
}
