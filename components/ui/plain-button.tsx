import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger'
export type Look = { tone?: ButtonTone; isSmall?: boolean; icon?: ReactNode }

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent-fill text-on-accent hover:bg-accent-fill-hover border-transparent',
  secondary: 'bg-surface text-ink hover:bg-hover border-line-strong',
  ghost: 'bg-transparent text-ink hover:bg-quiet-wash border-transparent',
  danger: 'bg-bad-wash text-bad hover:border-bad border-transparent',
}

/** Classes of a button, for elements that look like one. */
export const buttonLook = ({ tone = 'secondary', isSmall = false }: Look, extra?: string): string =>
  classes(
    'inline-flex items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60',
    isSmall ? 'min-h-7 px-2 text-sm pointer-coarse:min-h-9' : 'control-height px-3',
    tones[tone],
    extra,
  )

type ButtonProps = Look & ComponentProps<'button'> & { isBusy?: boolean }

/** While busy it keeps its width and focus and ignores clicks. */
export function Button({ tone, isSmall, icon, isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonLook({ tone, isSmall }, className)}
    >
      {isBusy ? <LoaderCircle aria-hidden size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}
