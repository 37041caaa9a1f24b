import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger'
export type Look = { tone?: ButtonTone; isSmall?: boolean; icon?: ReactNode }

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-ink hover:bg-sunken border-line-strong',
  ghost: 'bg-transparent text-ink hover:bg-quiet-wash border-transparent',
  danger: 'bg-bad-wash text-bad hover:border-bad border-transparent',
}

/** How a button looks, for what is none and should look like one. */
export const buttonLook = ({ tone = 'secondary', isSmall = false }: Look, extra?: string): string =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60',
    isSmall ? 'min-h-8 px-2.5 text-sm' : 'min-h-10 px-4',
    tones[tone],
    extra,
  )

type ButtonProps = Look & ComponentProps<'button'> & { isBusy?: boolean }

/** While it is busy it keeps its width and its focus, and does not act. */
export function Button({ tone, isSmall, icon, isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonLook({ tone, isSmall }, className)}
    >
      {isBusy ? <LoaderCircle aria-hidden size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}
